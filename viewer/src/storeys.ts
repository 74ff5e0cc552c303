// The storeys of a place.

import type { Floor, Place } from './protocol';

export interface Storey { name: string; floors: number[] }

/** Returns the storeys, lowest first, with the floors of each. A storey has the name of its largest level: landings have names, too. */
export function storeysOf(place: Pick<Place, 'floors'>): Storey[] {
  const found: (Storey & { largest: number })[] = [];
  place.floors.forEach((floor, i) => {
    const storey = (found[floor.storey] ??= { name: '', floors: [], largest: -1 });
    storey.floors.push(i);
    if (floor.kind !== 'level') return;
    const ground = groundOf(floor);
    if (ground > storey.largest) Object.assign(storey, { name: floor.name, largest: ground });
  });
  return found.filter(Boolean).map(({ name, floors }) => ({ name, floors }));
}

/** Returns the area of a floor from above, m². */
export function groundOf({ vertices, triangles }: Pick<Floor, 'vertices' | 'triangles'>): number {
  let twice = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    const ux = vertices[b]! - vertices[a]!, uy = vertices[b + 1]! - vertices[a + 1]!;
    const vx = vertices[c]! - vertices[a]!, vy = vertices[c + 1]! - vertices[a + 1]!;
    twice += Math.abs(ux * vy - uy * vx);
  }
  return twice / 2;
}
