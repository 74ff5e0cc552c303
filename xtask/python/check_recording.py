"""Checks that other programs read a recording and its exports, and measure what Populace measures.

    python check_recording.py FOLDER

FOLDER holds

    recording/          a recording
    *.sqlite, *.txt     its exports, of one floor
    measures.json       what Populace measured in the recording:
        floor           number of the floor that was exported and measured; null for all
        frame_rate      1/s
        area, density   corners of a measurement area; [frame, persons/m2] for each frame with people
        line, crossings ends of a measurement line; [pedestrian, frame] of each first crossing after which the
                        pedestrian is seen in one more frame (PedPy drops everyone's last movement)
        flow_window, flow   frames; persons/s as by PedPy's compute_flow
        n_t             [frame, people] after each frame in which someone crossed
        mean_speed      m/s over all people and frames, from the frames before and after
        findings        of the measures by name: ground (rings), cut_off (radius, segments of a quarter) and step (frames to
                        either side of a velocity), then figures and series of [time, value] by the names of their findings

Every key but floor and frame_rate may be left out together with its partner. Exits with a message at the first disagreement.
"""

import json
import pathlib
import sqlite3
import sys

import duckdb
import numpy as np
import pandas as pd
import pedpy
import polars as pl
import shapely

# Ids, frames, positions and crossings have to be equal: the exports hold the same doubles as the recording. Densities, flows and
# speeds are quotients, sums and a root of these in double precision, in another order of operations than ours, so they may differ by some units
# in the last place: 1e-15 of values around 1, and 1e-12 for a mean over 1e5 speeds. One person more or less in an area or across a line
# changes a value by more than 1e-3. 1e-9 is far from both.
TOLERANCE = 1e-9
# Corners of cells are intersections of lines that may be nearly parallel, computed by two different methods.
VORONOI_TOLERANCE = 1e-7


def agree(what, ours, theirs, tolerance=TOLERANCE):
    ours, theirs = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
    if ours.shape != theirs.shape:
        sys.exit(f"{what}: {ours.shape} values here, {theirs.shape} there")
    if ours.size and not np.all(np.abs(ours - theirs) <= tolerance):
        worst = int(np.argmax(np.abs(ours - theirs)))
        sys.exit(f"{what}: {ours.flat[worst]} here, {theirs.flat[worst]} there (value {worst})")
    print(f"  {what}: {ours.shape[0] if ours.ndim else 1} agree")


def read_tables(recording):
    """The tables as pandas, Polars and DuckDB read them: the same rows in the same order."""
    tables = {}
    for name in ["frames", "events", "steps"]:
        table = pd.read_parquet(recording / name)
        polars = pl.read_parquet(recording / name / "*.parquet").to_pandas()
        duck = duckdb.sql(f"select * from '{recording / name}/*.parquet'").df()
        for other, rows in [("Polars", polars), ("DuckDB", duck)]:
            if list(rows.columns) != list(table.columns) or len(rows) != len(table):
                sys.exit(f"{name}: {other} and pandas read different tables")
            for column in table.columns:
                if not (rows[column].astype(table[column].dtype) == table[column]).all():
                    sys.exit(f"{name}.{column}: {other} and pandas read different values")
        tables[name] = table
        print(f"  {name}: {len(table)} rows, columns {', '.join(f'{c} {t}' for c, t in table.dtypes.items())}")
    return tables


def expected_trajectories(frames, manifest, floor):
    # Exports and measures leave out whoever is in a lift.
    frames = frames[frames.status != manifest["statuses"].index("riding a lift")]
    if floor is not None:
        frames = frames[frames.floor == floor]
    rows = pd.DataFrame(
        {
            "id": frames.pedestrian.astype("int64"),
            "frame": frames.step // manifest["frame_every"],
            "x": frames.x,
            "y": frames.y,
        }
    )
    return rows.sort_values(["id", "frame"]).reset_index(drop=True)


def check_trajectories(trajectories, expected, frame_rate):
    data = trajectories.data.sort_values(["id", "frame"]).reset_index(drop=True)
    agree("frame rate", frame_rate, trajectories.frame_rate)
    for column in ["id", "frame", "x", "y"]:
        agree(column, expected[column], data[column], 0.0)


def check_measures(trajectories, measures):
    if "density" in measures:
        area = pedpy.MeasurementArea(measures["area"])
        theirs = pedpy.compute_classic_density(traj_data=trajectories, measurement_area=area)
        # Between its first and its last frame PedPy adds those at which nobody is there.
        ours = pd.Series(dict(map(tuple, measures["density"]))).reindex(theirs.frame, fill_value=0.0)
        agree("density", ours, theirs.density)
    if "flow" in measures:
        line = pedpy.MeasurementLine(measures["line"])
        n_t, crossings = pedpy.compute_n_t(traj_data=trajectories, measurement_line=line)
        agree("crossings", sorted(measures["crossings"]), crossings.sort_values(["id", "frame"])[["id", "frame"]], 0.0)
        speed = pedpy.compute_individual_speed(traj_data=trajectories, frame_step=1)
        flow = pedpy.compute_flow(
            nt=n_t,
            crossing_frames=crossings,
            individual_speed=speed,
            delta_frame=measures["flow_window"],
            frame_rate=trajectories.frame_rate,
        )
        agree("flow", measures["flow"], flow.flow if len(flow) else [])
        count = n_t.set_index("frame").cumulative_pedestrians
        agree("N-t", [n for _, n in measures["n_t"]], count.loc[[frame for frame, _ in measures["n_t"]]], 0.0)
    if "mean_speed" in measures:
        speed = pedpy.compute_individual_speed(traj_data=trajectories, frame_step=1)
        agree("mean speed", measures["mean_speed"], speed.speed.mean())


def check_findings(trajectories, area, found):
    """Voronoi density and speed, speed in an area, individual speed and acceleration."""
    rings = sorted(found["ground"], key=lambda ring: -shapely.Polygon(ring).area)
    ground = pedpy.WalkableArea(shapely.Polygon(rings[0], rings[1:]))
    area = pedpy.MeasurementArea(area)

    def per_frame(name, frames):
        by_frame = {round(time * trajectories.frame_rate): value for time, value in found[name]}
        return pd.Series(by_frame).reindex(frames, fill_value=0.0)

    radius, quarter = found["cut_off"]
    cells = pedpy.compute_individual_voronoi_polygons(
        traj_data=trajectories,
        walkable_area=ground,
        cut_off=pedpy.Cutoff(radius=radius, quad_segments=quarter),
    )
    density, common = pedpy.compute_voronoi_density(individual_voronoi_data=cells, measurement_area=area)
    agree("Voronoi density", per_frame("voronoi_density", density.frame), density.density, VORONOI_TOLERANCE)
    speed = pedpy.compute_individual_speed(traj_data=trajectories, frame_step=found["step"])
    agree("individual speed", found["speed_mean"], speed.speed.mean())
    acceleration = pedpy.compute_individual_acceleration(traj_data=trajectories, frame_step=found["step"])
    # Both divide second differences of positions by a squared time: rounding is a hundred times that of speeds.
    agree("acceleration", found["acceleration_mean"], acceleration.acceleration.mean(), 1e-7)
    # PedPy wants a speed of everyone whom it is given: those at the ends of their trajectory have none.
    moving = speed[["id", "frame"]]
    theirs = pedpy.compute_voronoi_speed(
        traj_data=trajectories,
        individual_voronoi_intersection=common.merge(moving, on=["id", "frame"]),
        individual_speed=speed,
        measurement_area=area,
    )
    agree("Voronoi speed", per_frame("voronoi_speed", theirs.frame), theirs.speed, VORONOI_TOLERANCE)
    rows = trajectories.data.merge(moving, on=["id", "frame"])
    rows = pedpy.TrajectoryData(data=rows[["id", "frame", "x", "y"]], frame_rate=trajectories.frame_rate)
    theirs = pedpy.compute_mean_speed_per_frame(traj_data=rows, individual_speed=speed, measurement_area=area)
    agree("speed in the area", per_frame("area_speed", theirs.frame), theirs.speed)


def check_geometry(path):
    """The walkable area; PedPy 1.5 reads it from version 2 only."""
    with sqlite3.connect(path) as connection:
        version = connection.execute("select value from metadata where key = 'version'").fetchone()[0]
        (wkt,) = connection.execute("select wkt from geometry").fetchone()
    if version == "2":
        area = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=path)
    else:
        area = pedpy.WalkableArea(wkt)
    print(f"  version {version}, walkable area of {area.area:.1f} m2")


def main(folder):
    measures = json.loads((folder / "measures.json").read_text())
    recording = folder / "recording"
    manifest = json.loads((recording / "manifest.json").read_text())
    print(recording)
    frames = read_tables(recording)["frames"]
    expected = expected_trajectories(frames, manifest, measures["floor"])
    exports = sorted([*folder.glob("*.sqlite"), *folder.glob("*.txt")])
    if not {".sqlite", ".txt"} <= {path.suffix for path in exports}:
        sys.exit(f"{folder}: an export is missing")
    for path in exports:
        print(path)
        if path.suffix == ".txt":
            trajectories = pedpy.load_trajectory_from_txt(trajectory_file=path)
        else:
            trajectories = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=path)
            check_geometry(path)
        check_trajectories(trajectories, expected, measures["frame_rate"])
        check_measures(trajectories, measures)
        if "findings" in measures and path == exports[0]:
            check_findings(trajectories, measures["area"], measures["findings"])
    print("all agree")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
