// Generated from crates/serve/src/protocol.rs; do not edit. A test of that crate checks that this file is fresh.

import { Reader, Writer } from './wire';

export const VERSION = 3;
/** What can be drawn over the place. */
export type LayerKind =
  /** The convex cells, by class. */
  | { kind: 'Cells' }
  /** Passages, by width. */
  | { kind: 'Bottlenecks' }
  /** The groups of one level of the hierarchy. */
  | { kind: 'Hierarchy' }
  /** Who perceives whom. */
  | { kind: 'Neighbours' }
  /** Where everyone is going. */
  | { kind: 'Routes' };
export function writeLayerKind(w: Writer, v: LayerKind): void {
  switch (v.kind) {
    case 'Cells':
      w.u8(1);
      break;
    case 'Bottlenecks':
      w.u8(2);
      break;
    case 'Hierarchy':
      w.u8(3);
      break;
    case 'Neighbours':
      w.u8(4);
      break;
    case 'Routes':
      w.u8(5);
      break;
  }
}

/** Something that a viewer does to the run. It enters the recording as the `[[event]]` of a scenario would be written. */
export type Act =
  /** Open or shut a door, put a lift into or out of service. */
  | { kind: 'Door'; link: number; open: boolean }
  /** More people of a population come in at an area. */
  | { kind: 'Add'; population: number; area: number; count: number }
  /** An obstacle appears; corners x, y in metres, not local. */
  | { kind: 'Block'; floor: number; outline: Float64Array }
  /** A parameter of a population's model changes. */
  | { kind: 'Set'; population: number; parameter: string; value: number }
  /** A group gives up its journey and goes to an area. */
  | { kind: 'Send'; pedestrians: Uint32Array; area: number };
export function writeAct(w: Writer, v: Act): void {
  switch (v.kind) {
    case 'Door':
      w.u8(1);
      w.u16(v.link);
      w.flag(v.open);
      break;
    case 'Add':
      w.u8(2);
      w.u16(v.population);
      w.u16(v.area);
      w.u32(v.count);
      break;
    case 'Block':
      w.u8(3);
      w.u16(v.floor);
      w.list(v.outline, (i) => w.f64(i));
      break;
    case 'Set':
      w.u8(4);
      w.u16(v.population);
      w.text(v.parameter);
      w.f64(v.value);
      break;
    case 'Send':
      w.u8(5);
      w.list(v.pedestrians, (i) => w.u32(i));
      w.u16(v.area);
      break;
  }
}

/** What a browser asks. `tag` comes back in the answer. */
export type Ask =
  /** Frames from a number on, every `stride`-th, at most 64; answered by so many [`Tell::Frame`], then [`Tell::Done`]. */
  | { kind: 'Frames'; tag: number; from: number; count: number; stride: number }
  /** Rows of statistics from a number on. */
  | { kind: 'Statistics'; tag: number; from: number }
  /** What happened, from a number on. */
  | { kind: 'Happenings'; tag: number; from: number }
  /** What goes on in one pedestrian at a frame. */
  | { kind: 'Inspect'; tag: number; pedestrian: number; frame: number }
  /** Where one pedestrian walked in the frames up to this one. */
  | { kind: 'Trail'; tag: number; pedestrian: number; frame: number }
  /** A layer to draw; `level` is for the hierarchy, `frame` for what moves. */
  | { kind: 'Layer'; tag: number; layer: LayerKind; level: number; frame: number }
  /** How many crossed a line up to a frame. Point a and b in metres, not local. */
  | { kind: 'Flow'; tag: number; floor: number; ax: number; ay: number; bx: number; by: number; frame: number }
  /** What is at a point, in metres, not local. */
  | { kind: 'Probe'; tag: number; floor: number; x: number; y: number }
  /** Let the simulation go on. */
  | { kind: 'Play' }
  /** Let the simulation stand still. */
  | { kind: 'Pause' }
  /** One frame more, then stand still. */
  | { kind: 'Step' }
  /** Simulated seconds per second, 0.1 to 100. */
  | { kind: 'Speed'; factor: number }
  /** Read the scenario again and begin anew. */
  | { kind: 'Restart' }
  /** Interfere with the run; answered by [`Tell::Done`] or [`Tell::Refused`]. */
  | { kind: 'Act'; tag: number; act: Act }
  /** The place as it is at a frame, after something happened that changed it (`blocked`). */
  | { kind: 'Place'; frame: number }
  /** Of which population pedestrians are, from a number on. */
  | { kind: 'Roster'; tag: number; from: number };
export function writeAsk(w: Writer, v: Ask): void {
  switch (v.kind) {
    case 'Frames':
      w.u8(1);
      w.u32(v.tag);
      w.u32(v.from);
      w.u16(v.count);
      w.u16(v.stride);
      break;
    case 'Statistics':
      w.u8(2);
      w.u32(v.tag);
      w.u32(v.from);
      break;
    case 'Happenings':
      w.u8(3);
      w.u32(v.tag);
      w.u32(v.from);
      break;
    case 'Inspect':
      w.u8(4);
      w.u32(v.tag);
      w.u32(v.pedestrian);
      w.u32(v.frame);
      break;
    case 'Trail':
      w.u8(5);
      w.u32(v.tag);
      w.u32(v.pedestrian);
      w.u32(v.frame);
      break;
    case 'Layer':
      w.u8(6);
      w.u32(v.tag);
      writeLayerKind(w, v.layer);
      w.u16(v.level);
      w.u32(v.frame);
      break;
    case 'Flow':
      w.u8(7);
      w.u32(v.tag);
      w.u16(v.floor);
      w.f64(v.ax);
      w.f64(v.ay);
      w.f64(v.bx);
      w.f64(v.by);
      w.u32(v.frame);
      break;
    case 'Probe':
      w.u8(8);
      w.u32(v.tag);
      w.u16(v.floor);
      w.f64(v.x);
      w.f64(v.y);
      break;
    case 'Play':
      w.u8(9);
      break;
    case 'Pause':
      w.u8(10);
      break;
    case 'Step':
      w.u8(11);
      break;
    case 'Speed':
      w.u8(12);
      w.f32(v.factor);
      break;
    case 'Restart':
      w.u8(13);
      break;
    case 'Act':
      w.u8(14);
      w.u32(v.tag);
      writeAct(w, v.act);
      break;
    case 'Place':
      w.u8(15);
      w.u32(v.frame);
      break;
    case 'Roster':
      w.u8(16);
      w.u32(v.tag);
      w.u32(v.from);
      break;
  }
}

/** A parameter of a model. */
export interface Parameter {
  /** Its name. */
  name: string;
  /** Its unit. */
  unit: string;
  /** What it does. */
  help: string;
  /** As it is now. */
  value: number;
  /** Its limits. */
  least: number;
  /** Its limits. */
  most: number;
}
export function readParameter(r: Reader): Parameter {
  return { name: r.text(), unit: r.text(), help: r.text(), value: r.f64(), least: r.f64(), most: r.f64() };
}

/** People who are alike. */
export interface Population {
  /** Its name. */
  name: string;
  /** How they steer. */
  model: string;
  /** Stages of the journey, in words. */
  journey: string[];
  /** Parameters of the model that are numbers. */
  parameters: Parameter[];
}
export function readPopulation(r: Reader): Population {
  return { name: r.text(), model: r.text(), journey: r.list(() => r.text()), parameters: r.list(() => readParameter(r)) };
}

/** What is shown. */
export interface Welcome {
  /** [`VERSION`]. */
  version: number;
  /** Version of the program. */
  populace: string;
  /** A number per run: another one after a restart. */
  run: number;
  /** Name of the scenario. */
  name: string;
  /** A run that goes on, which can be acted on; otherwise a recording. */
  live: boolean;
  /** Seed of the run. */
  seed: string;
  /** Folder of the recording, as people call it; empty when nothing is recorded. */
  recording: string;
  /** Simulated time between two frames, s. */
  frameSeconds: number;
  /** When the run ends at the latest, s. */
  until: number;
  /** People of the whole run, when known at the start. */
  expected: number;
  /** Who comes. */
  populations: Population[];
  /** What the numbers of statuses mean. */
  statuses: string[];
  /** The phases of a step, in order. */
  phases: string[];
  /** Levels of the hierarchy. */
  levels: number;
}
export function readWelcome(r: Reader): Welcome {
  return { version: r.u16(), populace: r.text(), run: r.u32(), name: r.text(), live: r.flag(), seed: r.text(), recording: r.text(), frameSeconds: r.f64(), until: r.f64(), expected: r.u32(), populations: r.list(() => readPopulation(r)), statuses: r.list(() => r.text()), phases: r.list(() => r.text()), levels: r.u16() };
}

/** Height of a floor, m above the place's zero. */
export type Height =
  /** The same everywhere. */
  | { kind: 'Flat'; z: number }
  /** That of the nearest point of a line: x, y local and z of each corner. */
  | { kind: 'Along'; line: Float32Array }
  /** A grid: value of row r and column c is at (x + c·step, y + r·step), local; between them bilinear. */
  | { kind: 'Grid'; x: number; y: number; step: number; columns: number; values: Float32Array };
export function readHeight(r: Reader): Height {
  switch (r.u8()) {
    case 1: return { kind: 'Flat', z: r.f32() };
    case 2: return { kind: 'Along', line: r.f32s() };
    case 3: return { kind: 'Grid', x: r.f32(), y: r.f32(), step: r.f32(), columns: r.u32(), values: r.f32s() };
    default: throw new Error('Height: unknown kind');
  }
}

/** A walkable surface. */
export interface Floor {
  /** Its name. */
  name: string;
  /** level, stairs, ramp, escalator or walkway. */
  kind: string;
  /** Which storey it belongs to in the switch, from 0 up; a flight belongs to the storey it starts from below. */
  storey: number;
  /** Lowest point, m. */
  lowest: number;
  /** Highest point, m. */
  highest: number;
  /** Depth of a tread, m; 0 when it has no steps. */
  going: number;
  /** x, y, z of corners, local. */
  vertices: Float32Array;
  /** Three corners each, counter-clockwise from above. */
  triangles: Uint32Array;
  /** x0, y0, z0, x1, y1, z1 of each wall, local, the floor on its left. */
  walls: Float32Array;
  /** What stands on the floor or is left out of it: closed outlines, each as a list of x, y local, the number of corners of each in `solid_sizes`. */
  solids: Float32Array;
  /** Corners of each. */
  solidSizes: Uint32Array;
  /** Height at a point. */
  height: Height;
}
export function readFloor(r: Reader): Floor {
  return { name: r.text(), kind: r.text(), storey: r.u16(), lowest: r.f32(), highest: r.f32(), going: r.f32(), vertices: r.f32s(), triangles: r.u32s(), walls: r.f32s(), solids: r.f32s(), solidSizes: r.u32s(), height: readHeight(r) };
}

/** A door, an opening or a lift. */
export interface Link {
  /** Its name. */
  name: string;
  /** door, opening or lift. */
  kind: string;
  /** Whether it is open at the first frame. */
  open: boolean;
  /** Whether it can be opened and shut. */
  canShut: boolean;
  /** Clear width, m. */
  width: number;
  /** The floors it joins. */
  floors: Uint16Array;
  /** x0, y0, z0, x1, y1, z1 of each piece, local; of a lift: each stop, twice the same point. */
  pieces: Float32Array;
}
export function readLink(r: Reader): Link {
  return { name: r.text(), kind: r.text(), open: r.flag(), canShut: r.flag(), width: r.f32(), floors: r.u16s(), pieces: r.f32s() };
}

/** A named area. */
export interface Area {
  /** Its name. */
  name: string;
  /** region, entrance, exit, waiting or measurement. */
  kind: string;
  /** Its floor. */
  floor: number;
  /** Walkable ground in it, m². */
  area: number;
  /** x, y of its corners, local. */
  ring: Float32Array;
  /** Whether people can be added here. */
  canEnter: boolean;
}
export function readArea(r: Reader): Area {
  return { name: r.text(), kind: r.text(), floor: r.u16(), area: r.f32(), ring: r.f32s(), canEnter: r.flag() };
}

/** Something that the scenario measures. */
export interface Measure {
  /** Its name. */
  name: string;
  /** Its floor. */
  floor: number;
  /** An area by number; otherwise a line. */
  area: number | null;
  /** x, y of both ends of the line, local. */
  line: Float32Array;
}
export function readMeasure(r: Reader): Measure {
  return { name: r.text(), floor: r.u16(), area: r.perhaps(() => r.u16()), line: r.f32s() };
}

/** Where: everything that does not move. */
export interface Place {
  /** Grows when the place is built anew. */
  version: number;
  /** What people call it. */
  name: string;
  /** The point that local coordinates count from, m. */
  originX: number;
  /** The same. */
  originY: number;
  /** Coordinates of frames are multiples of this, m, from the origin. */
  step: number;
  /** Extent, local. */
  width: number;
  /** Extent, local. */
  depth: number;
  /** Lowest ground, m. */
  lowest: number;
  /** Highest ground, m. */
  highest: number;
  /** Walkable ground, m². */
  area: number;
  /** Number of cells. */
  cells: number;
  /** By number, as in frames. */
  floors: Floor[];
  /** By number. */
  links: Link[];
  /** By number. */
  areas: Area[];
  /** What the scenario measures. */
  measures: Measure[];
}
export function readPlace(r: Reader): Place {
  return { version: r.u32(), name: r.text(), originX: r.f64(), originY: r.f64(), step: r.f64(), width: r.f32(), depth: r.f32(), lowest: r.f32(), highest: r.f32(), area: r.f64(), cells: r.u32(), floors: r.list(() => readFloor(r)), links: r.list(() => readLink(r)), areas: r.list(() => readArea(r)), measures: r.list(() => readMeasure(r)) };
}

/** How far the run has come. */
export interface Head {
  /** Frames that exist: 0 up to this, exclusive. */
  frames: number;
  /** Rows of statistics that exist. */
  rows: number;
  /** How many pedestrians have a population: ask for the roster again when there are more. */
  people: number;
  /** Happenings that exist. */
  happenings: number;
  /** Whether the simulation goes on, or the recording is still being read. */
  running: boolean;
  /** Simulated seconds per second that were asked for. */
  speed: number;
  /** Simulated seconds per second that are reached. */
  reached: number;
  /** Why it ended, when it did. */
  ended: string;
  /** Pages that watch. */
  viewers: number;
}
export function readHead(r: Reader): Head {
  return { frames: r.u32(), rows: r.u32(), people: r.u32(), happenings: r.u32(), running: r.flag(), speed: r.f32(), reached: r.f32(), ended: r.text(), viewers: r.u8() };
}

/** Where everyone is at one moment, by columns, ascending by pedestrian. */
export interface PackedFrame {
  /** Its number; its time is so many times [`Welcome::frame_seconds`]. */
  number: number;
  /** How many people. */
  count: number;
  /** Differences of pedestrians' numbers to the one before (the first to −1) minus 1, as LEB128. */
  ids: Uint8Array;
  /** Six bytes each: x and y in [`Place::step`]s from the origin, as words of 24 bits, little-endian. */
  places: Uint8Array;
  /** Statuses, a byte each ([`Welcome::statuses`] has the words), in pieces. A piece begins with a number as LEB128: twice the count of pedestrians in a row with the one status that follows, or twice the count and 1, and then the status of each. */
  statuses: Uint8Array;
  /** 256ths of a turn, counter-clockwise from +x. */
  headings: Uint8Array;
  /** In 0.02 m/s, at most 5.1 m/s. */
  speeds: Uint8Array;
  /** The floor, as LEB128. */
  floors: Uint8Array;
  /** 1 + number of the area where they go, or 0, as LEB128. */
  destinations: Uint8Array;
}
export function readPackedFrame(r: Reader): PackedFrame {
  return { number: r.u32(), count: r.u32(), ids: r.u8s(), places: r.u8s(), statuses: r.u8s(), headings: r.u8s(), speeds: r.u8s(), floors: r.u8s(), destinations: r.u8s() };
}

/** Statistics of a simulated second; counts are since the start. */
export interface Row {
  /** At the end of the second, s. */
  time: number;
  /** People inside. */
  inside: number;
  /** People who came in. */
  entered: number;
  /** People who left. */
  left: number;
  /** Mean speed of those inside, m/s. */
  speed: number;
  /** People who want to get on and cannot now: stuck, or without a way. */
  stuck: number;
  /** People who came in by area, in the order of [`Place::areas`]. */
  enteredBy: Uint32Array;
  /** People who left by area. */
  leftBy: Uint32Array;
  /** People who passed each link, from left to right of its pieces and back: two numbers per link. Everyone counts once each way. */
  passed: Uint32Array;
  /** Times from coming in to leaving of those who left in this second, s. */
  travel: Float32Array;
  /** Mean time of each phase per step in this second, ms; empty in a replay. */
  phases: Float32Array;
}
export function readRow(r: Reader): Row {
  return { time: r.f32(), inside: r.u32(), entered: r.u32(), left: r.u32(), speed: r.f32(), stuck: r.u32(), enteredBy: r.u32s(), leftBy: r.u32s(), passed: r.u32s(), travel: r.f32s(), phases: r.f32s() };
}

/** Something that happened. */
export interface Happening {
  /** The frame from which on it shows. */
  frame: number;
  /** Its word, as in recordings: opened, shut, blocked, acted, stuck, no-way, moved-aside, contained. */
  kind: string;
  /** Who, if someone. */
  pedestrian: number | null;
  /** The link that was opened or shut. */
  link: number | null;
  /** For people. */
  text: string;
}
export function readHappening(r: Reader): Happening {
  return { frame: r.u32(), kind: r.text(), pedestrian: r.perhaps(() => r.u32()), link: r.perhaps(() => r.u16()), text: r.text() };
}

/** A neighbour. */
export interface NeighbourSeen {
  /** Who. */
  pedestrian: number;
  /** Local. */
  x: number;
  /** Local. */
  y: number;
  /** m/s. */
  vx: number;
  /** m/s. */
  vy: number;
  /** From centre to centre, m. */
  distance: number;
}
export function readNeighbourSeen(r: Reader): NeighbourSeen {
  return { pedestrian: r.u32(), x: r.f32(), y: r.f32(), vx: r.f32(), vy: r.f32(), distance: r.f32() };
}

/** A stage of the pipe. */
export interface Velocity {
  /** Its name. */
  stage: string;
  /** m/s. */
  vx: number;
  /** m/s. */
  vy: number;
  /** Why, in words. */
  note: string;
}
export function readVelocity(r: Reader): Velocity {
  return { stage: r.text(), vx: r.f32(), vy: r.f32(), note: r.text() };
}

/** A drive: a behaviour that reacts to one target. */
export interface Drive {
  /** Its name. */
  name: string;
  /** What it does, in a line. */
  about: string;
  /** Whether it reacts to a pedestrian. */
  hasTarget: boolean;
  /** The pedestrian; 0 when it is none. */
  target: number;
  /** How well it fits now, from 0 to 1. */
  interest: number;
  /** The turn that it asks for, rad, left positive. */
  turn: number;
  /** The speed that it asks for, m/s. */
  speed: number;
  /** Whether it wins over comfort. */
  emergency: boolean;
  /** Whether it has a part in the outcome. */
  chosen: boolean;
}
export function readDrive(r: Reader): Drive {
  return { name: r.text(), about: r.text(), hasTarget: r.flag(), target: r.u32(), interest: r.f32(), turn: r.f32(), speed: r.f32(), emergency: r.flag(), chosen: r.flag() };
}

/** A zone around a body. */
export interface Zone {
  /** Its name. */
  name: string;
  /** How far it reaches, m. */
  radius: number;
}
export function readZone(r: Reader): Zone {
  return { name: r.text(), radius: r.f32() };
}

/** A name and a value with its unit. */
export interface Property {
  /** What. */
  name: string;
  /** How much, with unit. */
  value: string;
}
export function readProperty(r: Reader): Property {
  return { name: r.text(), value: r.text() };
}

/** One pedestrian at a frame. */
export interface Inspected {
  /** Who. */
  pedestrian: number;
  /** Of which population. */
  population: number;
  /** The frame. */
  frame: number;
  /** When it decides next, s. */
  time: number;
  /** What it is doing, in words. */
  status: string;
  /** Number of the stage of the journey that it is at. */
  stage: number;
  /** Where it goes, in words. */
  destination: string;
  /** Its floor. */
  floor: number;
  /** Its cell. */
  cell: number;
  /** Local. */
  x: number;
  /** Local. */
  y: number;
  /** m/s. */
  vx: number;
  /** m/s. */
  vy: number;
  /** Half the width of the body, m. */
  radius: number;
  /** Desired speed, m/s. */
  desired: number;
  /** The fastest it goes here, m/s. */
  top: number;
  /** The rest of its route: x, y, z local. */
  route: Float32Array;
  /** Portals ahead: x0, y0, z0, x1, y1, z1 local. */
  portals: Float32Array;
  /** The cone that it steers into: apex x, y, z, left end x, y, right end x, y; empty when there is none. */
  cone: Float32Array;
  /** The bar that pulls it along the way: x0, y0, z0, x1, y1, z1 local; empty when there is none. */
  bar: Float32Array;
  /** Whom it perceives. */
  neighbours: NeighbourSeen[];
  /** Its velocity after each stage of the pipe. */
  pipe: Velocity[];
  /** The drives of its model and how well each fits now; empty when it has none. */
  drives: Drive[];
  /** The zones around it, the innermost first; none when its model has none. */
  zones: Zone[];
  /** Border of what it perceives: x, y local; empty when its model has none. */
  perceived: Float32Array;
  /** What else there is to know. */
  notes: Property[];
}
export function readInspected(r: Reader): Inspected {
  return { pedestrian: r.u32(), population: r.u16(), frame: r.u32(), time: r.f64(), status: r.text(), stage: r.u16(), destination: r.text(), floor: r.u16(), cell: r.u32(), x: r.f32(), y: r.f32(), vx: r.f32(), vy: r.f32(), radius: r.f32(), desired: r.f32(), top: r.f32(), route: r.f32s(), portals: r.f32s(), cone: r.f32s(), bar: r.f32s(), neighbours: r.list(() => readNeighbourSeen(r)), pipe: r.list(() => readVelocity(r)), drives: r.list(() => readDrive(r)), zones: r.list(() => readZone(r)), perceived: r.f32s(), notes: r.list(() => readProperty(r)) };
}

/** A layer to draw. Each value stands for a colour: a number of `words`, or, when there are none, a quantity between `least` and `most`. */
export interface Drawing {
  /** x0, y0, z0, x1, y1, z1 local. */
  lines: Float32Array;
  /** One per line. */
  lineValues: Float32Array;
  /** Floor of each line. */
  lineFloors: Uint16Array;
  /** Three corners x, y, z local each. */
  triangles: Float32Array;
  /** One per triangle. */
  triangleValues: Float32Array;
  /** Floor of each triangle. */
  triangleFloors: Uint16Array;
  /** What the values mean; empty for a quantity or when they only tell things apart. */
  words: string[];
  /** What the quantity is, with its unit; empty when values only tell things apart. */
  unit: string;
  /** Smallest value. */
  least: number;
  /** Largest value. */
  most: number;
}
export function readDrawing(r: Reader): Drawing {
  return { lines: r.f32s(), lineValues: r.f32s(), lineFloors: r.u16s(), triangles: r.f32s(), triangleValues: r.f32s(), triangleFloors: r.u16s(), words: r.list(() => r.text()), unit: r.text(), least: r.f32(), most: r.f32() };
}

/** Crossings of a line per simulated second, first crossings of each pedestrian as PedPy counts them. */
export interface Flow {
  /** Length of the line, m. */
  length: number;
  /** From left to right of a → b, in each second. */
  forward: Uint16Array;
  /** From right to left. */
  backward: Uint16Array;
}
export function readFlow(r: Reader): Flow {
  return { length: r.f32(), forward: r.u16s(), backward: r.u16s() };
}

/** What the server tells. */
export type Tell =
  /** The first message: what is shown. */
  | { kind: 'Welcome'; welcome: Welcome }
  /** The second: where. */
  | { kind: 'Place'; place: Place }
  /** How far the run has come; pushed when it changes. */
  | { kind: 'Head'; head: Head }
  /** Where everyone is. */
  | { kind: 'Frame'; tag: number; frame: PackedFrame }
  /** Rows of statistics, one per simulated second. */
  | { kind: 'Statistics'; tag: number; from: number; rows: Row[] }
  /** What happened. */
  | { kind: 'Happenings'; tag: number; from: number; list: Happening[] }
  /** One pedestrian. */
  | { kind: 'Inspected'; tag: number; inspected: Inspected }
  /** Where one pedestrian walked: x, y, z local, oldest first, and the number of the first and last frame. */
  | { kind: 'Trail'; tag: number; pedestrian: number; first: number; last: number; points: Float32Array }
  /** A layer. */
  | { kind: 'Layer'; tag: number; drawing: Drawing }
  /** Crossings of a line. */
  | { kind: 'Flow'; tag: number; flow: Flow }
  /** What is at a point. */
  | { kind: 'Probed'; tag: number; lines: Property[] }
  /** The request was carried out. */
  | { kind: 'Done'; tag: number }
  /** The request was not carried out, and why, with what to do. */
  | { kind: 'Refused'; tag: number; what: string; hint: string }
  /** Populations of pedestrians by their numbers; 65535 for who has not come in yet. */
  | { kind: 'Roster'; tag: number; from: number; populations: Uint16Array }
  /** There is nothing to show: the scenario or the recording is broken. Read again when the page reconnects. */
  | { kind: 'Broken'; title: string; what: string; hint: string };
export function readTell(r: Reader): Tell {
  switch (r.u8()) {
    case 1: return { kind: 'Welcome', welcome: readWelcome(r) };
    case 2: return { kind: 'Place', place: readPlace(r) };
    case 3: return { kind: 'Head', head: readHead(r) };
    case 4: return { kind: 'Frame', tag: r.u32(), frame: readPackedFrame(r) };
    case 5: return { kind: 'Statistics', tag: r.u32(), from: r.u32(), rows: r.list(() => readRow(r)) };
    case 6: return { kind: 'Happenings', tag: r.u32(), from: r.u32(), list: r.list(() => readHappening(r)) };
    case 7: return { kind: 'Inspected', tag: r.u32(), inspected: readInspected(r) };
    case 8: return { kind: 'Trail', tag: r.u32(), pedestrian: r.u32(), first: r.u32(), last: r.u32(), points: r.f32s() };
    case 9: return { kind: 'Layer', tag: r.u32(), drawing: readDrawing(r) };
    case 10: return { kind: 'Flow', tag: r.u32(), flow: readFlow(r) };
    case 11: return { kind: 'Probed', tag: r.u32(), lines: r.list(() => readProperty(r)) };
    case 12: return { kind: 'Done', tag: r.u32() };
    case 13: return { kind: 'Refused', tag: r.u32(), what: r.text(), hint: r.text() };
    case 15: return { kind: 'Roster', tag: r.u32(), from: r.u32(), populations: r.u16s() };
    case 14: return { kind: 'Broken', title: r.text(), what: r.text(), hint: r.text() };
    default: throw new Error('Tell: unknown kind');
  }
}

