"""Makes town.geojson and town.png: a small old town of 400 x 400 m.

Streets are the gaps between blocks of a jittered grid; houses stand wall to wall around the courtyard of their block;
one block is the market square with a town hall, one a church. Same output on every machine: run `python3 town.py`
in this folder after a change and commit both files.
"""

import json
import struct
import zlib

SIZE = 400.0
BLOCKS = 5
METRES_PER_PIXEL = 0.5


class Draws:
    """A 64-bit linear congruential generator (Knuth's MMIX), so that the town does not depend on Python's own."""

    def __init__(self, seed):
        self.state = seed

    def between(self, low, high):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return low + (high - low) * (self.state >> 11) / 2**53


def lerp(a, b, t):
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def inset(quad, distances):
    """The quadrilateral with side i moved inwards by distances[i] (counter-clockwise input)."""
    lines = []
    for i in range(4):
        a, b = quad[i], quad[(i + 1) % 4]
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = (dx * dx + dy * dy) ** 0.5
        nx, ny = -dy / length, dx / length
        d = distances[i]
        lines.append(((a[0] + nx * d, a[1] + ny * d), (dx / length, dy / length)))
    corners = []
    for i in range(4):
        (p, u), (q, v) = lines[i - 1], lines[i]
        t = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / (u[0] * v[1] - u[1] * v[0])
        corners.append((p[0] + u[0] * t, p[1] + u[1] * t))
    return corners


def houses_of(block, draw):
    """Houses around the courtyard of a block; most courtyards have one gate to the street."""
    yard = inset(block, [24.0] * 4)
    gate = int(draw.between(0, 4)) if draw.between(0, 1) < 0.7 else None
    plots = []  # (party wall before, party wall after, how far a bay stands out, share of the depth that is built)
    for side in range(4):
        a, b = block[side], block[(side + 1) % 4]
        c, d = yard[side], yard[(side + 1) % 4]
        length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
        # The first side has one house more, so that no block is quite regular.
        count = max(1, round(length / draw.between(30, 45))) + (1 if side == 0 else 0)
        cuts = [0.0] + [(i + draw.between(-0.15, 0.15)) / count for i in range(1, count)] + [1.0]
        for i in range(count):
            gap = 3.0 / length if gate == side and i == 0 else 0.0
            walls = [(lerp(a, b, t), lerp(c, d, t)) for t in (cuts[i], cuts[i + 1] - gap)]
            plots.append((*walls, draw.between(-0.03, 0.03), draw.between(0.4, 0.9)))
    return [house(plots[i - 1], plot, plots[(i + 1) % len(plots)]) for i, plot in enumerate(plots)]


def house(before, plot, after):
    """A house with the back corners of its neighbours in its party walls, so that no slit is left between them."""
    low, high, bay, reach = plot
    front = lerp(lerp(low[0], high[0], 0.5), lerp(low[1], high[1], 0.5), bay)
    ring = [low[0], front, high[0]]
    if after[0] == high and after[3] < reach:
        ring.append(lerp(*high, after[3]))
    ring += [lerp(*high, reach), lerp(*low, reach)]
    if before[1] == low and before[3] < reach:
        ring.append(lerp(*low, before[3]))
    return ring


def rounded(ring):
    return [[round(x, 2), round(y, 2)] for x, y in ring]


def town():
    draw = Draws(1457)
    step = SIZE / BLOCKS
    node = {}
    for i in range(BLOCKS + 1):
        for j in range(BLOCKS + 1):
            jitter = lambda k: draw.between(-13, 13) if 0 < k < BLOCKS else (6 if k == 0 else -6)
            node[i, j] = (i * step + jitter(i), j * step + jitter(j))
    buildings = []
    for i in range(BLOCKS):
        for j in range(BLOCKS):
            quad = [node[i, j], node[i + 1, j], node[i + 1, j + 1], node[i, j + 1]]
            block = inset(quad, [draw.between(2.0, 4.5) for _ in range(4)])
            if (i, j) == (2, 2):
                centre = lerp(lerp(block[0], block[1], 0.5), lerp(block[3], block[2], 0.5), 0.5)
                x, y = centre
                buildings.append(("town hall", [[(x - 11, y - 6), (x + 11, y - 7), (x + 11, y + 6), (x - 11, y + 7)]]))
                buildings.append(("fountain", [[(x + dx, y - 18 + dy) for dx, dy in
                                               [(2, 0), (1, 1.7), (-1, 1.7), (-2, 0), (-1, -1.7), (1, -1.7)]]]))
            elif (i, j) == (1, 3):
                x, y = lerp(block[0], block[2], 0.5)
                nave = [(x - 18, y - 6), (x + 2, y - 6), (x + 2, y - 12), (x + 10, y - 12), (x + 10, y - 6),
                        (x + 16, y - 6), (x + 20, y - 2), (x + 20, y + 2), (x + 16, y + 6), (x + 10, y + 6),
                        (x + 10, y + 12), (x + 2, y + 12), (x + 2, y + 6), (x - 18, y + 6)]
                buildings.append(("church", [nave]))
            elif (i, j) == (3, 1):
                yard = inset(block, [14] * 4)
                buildings.append(("convent", [block, yard[::-1]]))
            else:
                buildings.extend(("house", [ring]) for ring in houses_of(block, draw))
    return [(name, [rounded(ring) for ring in rings]) for name, rings in buildings]


def feature(properties, rings):
    closed = [ring + [ring[0]] for ring in rings]
    return {"type": "Feature", "properties": properties, "geometry": {"type": "Polygon", "coordinates": closed}}


def write_geojson(buildings):
    square = [[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]]
    features = [feature({"populace": "floor", "name": "ground"}, [square])]
    features += [feature({"populace": "obstacle", "name": f"{name} {i}"}, rings)
                 for i, (name, rings) in enumerate(buildings, 1)]
    for name, kind, x, y in [("north gate", "entrance", 185, 390), ("south gate", "exit", 185, 2),
                             ("west gate", "entrance", 2, 195), ("east gate", "exit", 388, 195)]:
        ring = [[x, y], [x + 10, y], [x + 10, y + 8], [x, y + 8]]
        features.append(feature({"populace": "area", "kind": kind, "name": name}, [ring]))
    lines = ",\n".join(json.dumps(f, separators=(",", ":")) for f in features)
    with open("town.geojson", "w") as file:
        file.write('{"type":"FeatureCollection","name":"town","features":[\n' + lines + "\n]}\n")


def write_png(buildings):
    pixels = int(SIZE / METRES_PER_PIXEL)
    rows = [[1] * pixels for _ in range(pixels)]
    for _, rings in buildings:
        for row in range(pixels):
            y = SIZE - (row + 0.5) * METRES_PER_PIXEL
            crossings = []
            for ring in rings:
                for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
                    if (ay > y) != (by > y):
                        crossings.append(ax + (bx - ax) * (y - ay) / (by - ay))
            crossings.sort()
            for left, right in zip(crossings[::2], crossings[1::2]):
                for x in range(pixels):
                    if left <= (x + 0.5) * METRES_PER_PIXEL < right:
                        rows[row][x] = 0
    packed = b"".join(b"\0" + bytes(int("".join(map(str, row[i:i + 8])), 2) for i in range(0, pixels, 8))
                      for row in rows)

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    with open("town.png", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", pixels, pixels, 1, 0, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(packed, 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    made = town()
    write_geojson(made)
    write_png(made)
    print(len(made), "buildings")
