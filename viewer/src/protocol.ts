// Generated from crates/serve/src/protocol.rs; do not edit. A test of that crate checks that this file is fresh.

import { Reader, Writer } from './wire';

export const VERSION = 8;
/** What can be drawn over the place. */
export type LayerKind =
  /** The convex cells, by class. */
  | { kind: 'Cells' }
  /** Passages, by width. */
  | { kind: 'Bottlenecks' }
  /** The groups of one level of the hierarchy. */
  | { kind: 'Hierarchy' }
  /** A line between every two pedestrians of which one perceives the other. */
  | { kind: 'Neighbours' }
  /** The routes of all people. */
  | { kind: 'Routes' }
  /** A line from every pedestrian to the slot that it has, or to its place in a line. */
  | { kind: 'Claims' };
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
    case 'Claims':
      w.u8(6);
      break;
  }
}

/** A change that a user makes to the run. The recording holds it as a scenario writes an `[[event]]`. */
export type Act =
  /** Open or shut a door, put a lift into or out of service. */
  | { kind: 'Door'; link: number; open: boolean }
  /** More people of a population come in at an area. */
  | { kind: 'Add'; population: number; area: number; count: number }
  /** An obstacle appears. Its corners x, y are in metres, not local. */
  | { kind: 'Block'; floor: number; outline: Float64Array }
  /** A parameter of a population's model changes. */
  | { kind: 'Set'; population: number; parameter: string; value: number }
  /** A group drops its journey and goes to an area. */
  | { kind: 'Send'; pedestrians: Uint32Array; area: number }
  /** Open or close an object. */
  | { kind: 'Serve'; object: number; open: boolean }
  /** The alarm is raised: everyone drops what it does and gets out. */
  | { kind: 'Alarm' }
  /** The stop of a train that goes on takes so many seconds longer, or its next one begins so much later. */
  | { kind: 'Delay'; train: number; seconds: number }
  /** The next stop of a train does not take place. */
  | { kind: 'Cancel'; train: number };
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
    case 'Serve':
      w.u8(6);
      w.u16(v.object);
      w.flag(v.open);
      break;
    case 'Alarm':
      w.u8(7);
      break;
    case 'Delay':
      w.u8(8);
      w.u16(v.train);
      w.f64(v.seconds);
      break;
    case 'Cancel':
      w.u8(9);
      w.u16(v.train);
      break;
  }
}

/** What a browser asks. The answer carries the same `tag`. */
export type Ask =
  /** Every `stride`-th frame from the number `from` on, at most 64 frames. The server answers with a [`Tell::Frame`] for each frame, then with [`Tell::Done`]. */
  | { kind: 'Frames'; tag: number; from: number; count: number; stride: number }
  /** Rows of statistics from a number on. */
  | { kind: 'Statistics'; tag: number; from: number }
  /** The happenings from a number on. */
  | { kind: 'Happenings'; tag: number; from: number }
  /** The inner state of a pedestrian at a frame. */
  | { kind: 'Inspect'; tag: number; pedestrian: number; frame: number }
  /** Where a pedestrian walked in the frames up to this one. */
  | { kind: 'Trail'; tag: number; pedestrian: number; frame: number }
  /** A layer to draw. `level` is used by the hierarchy, `frame` by layers of people. */
  | { kind: 'Layer'; tag: number; layer: LayerKind; level: number; frame: number }
  /** How many people crossed a line up to a frame. The points a and b are in metres, not local. */
  | { kind: 'Flow'; tag: number; floor: number; ax: number; ay: number; bx: number; by: number; frame: number }
  /** What is at a point. The point is in metres, not local. */
  | { kind: 'Probe'; tag: number; floor: number; x: number; y: number }
  /** Let the simulation go on. */
  | { kind: 'Play' }
  /** Let the simulation stand still. */
  | { kind: 'Pause' }
  /** Let the simulation do one more frame, then stand still. */
  | { kind: 'Step' }
  /** The simulated seconds per second, 0.1 to 100. */
  | { kind: 'Speed'; factor: number }
  /** Read the scenario again and begin anew. The answer is [`Tell::Done`] or [`Tell::Refused`]. */
  | { kind: 'Restart'; tag: number }
  /** Change the run. The answer is [`Tell::Done`] or [`Tell::Refused`]. */
  | { kind: 'Act'; tag: number; act: Act }
  /** The place at a frame, after an obstacle changed it (`blocked`). */
  | { kind: 'Place'; frame: number }
  /** The population of each pedestrian, from a number on. */
  | { kind: 'Roster'; tag: number; from: number }
  /** The fundamental diagram of an area, by number, over all frames so far. */
  | { kind: 'Diagram'; tag: number; area: number }
  /** When a pedestrian is inside. */
  | { kind: 'Presence'; tag: number; pedestrian: number }
  /** The changes of trains from a number on. */
  | { kind: 'Trains'; tag: number; from: number };
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
      w.u32(v.tag);
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
    case 'Diagram':
      w.u8(17);
      w.u32(v.tag);
      w.u16(v.area);
      break;
    case 'Presence':
      w.u8(18);
      w.u32(v.tag);
      w.u32(v.pedestrian);
      break;
    case 'Trains':
      w.u8(19);
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
  /** The current value. */
  value: number;
  /** The least value. */
  least: number;
  /** The greatest value. */
  most: number;
}
export function readParameter(r: Reader): Parameter {
  return { name: r.text(), unit: r.text(), help: r.text(), value: r.f64(), least: r.f64(), most: r.f64() };
}

/** A population. */
export interface Population {
  /** Its name. */
  name: string;
  /** The steering model. */
  model: string;
  /** The kind of people, such as commuter or performer. */
  kind: string;
  /** The profile, such as adult, wheelchair or luggage. */
  profile: string;
  /** The stages of the journey, in words. */
  journey: string[];
  /** The parameters of the model that are numbers. */
  parameters: Parameter[];
}
export function readPopulation(r: Reader): Population {
  return { name: r.text(), model: r.text(), kind: r.text(), profile: r.text(), journey: r.list(() => r.text()), parameters: r.list(() => readParameter(r)) };
}

/** What is shown. */
export interface Welcome {
  /** [`VERSION`]. */
  version: number;
  /** Version of the program. */
  populace: string;
  /** The number of the run. A restart gives another number. */
  run: number;
  /** Name of the scenario. */
  name: string;
  /** Whether this is a live run, which takes acts. Otherwise it is a recording. */
  live: boolean;
  /** Seed of the run. */
  seed: string;
  /** The folder of the recording, as the user named it; empty when nothing is recorded. */
  recording: string;
  /** Simulated time between two frames, s. */
  frameSeconds: number;
  /** The time at which the run ends at the latest, s. */
  until: number;
  /** The time of day at the start, s since midnight; absent when the scenario has none. */
  timeOfDay: number | null;
  /** The number of people in the whole run, when it is known at the start. */
  expected: number;
  /** The populations, by number. */
  populations: Population[];
  /** The words for statuses, by number. */
  statuses: string[];
  /** The phases of a step, in order. */
  phases: string[];
  /** The number of levels of the hierarchy. */
  levels: number;
}
export function readWelcome(r: Reader): Welcome {
  return { version: r.u16(), populace: r.text(), run: r.u32(), name: r.text(), live: r.flag(), seed: r.text(), recording: r.text(), frameSeconds: r.f64(), until: r.f64(), timeOfDay: r.perhaps(() => r.f64()), expected: r.u32(), populations: r.list(() => readPopulation(r)), statuses: r.list(() => r.text()), phases: r.list(() => r.text()), levels: r.u16() };
}

/** The height of a floor, m above the zero of the place. */
export type Height =
  /** The height is the same everywhere. */
  | { kind: 'Flat'; z: number }
  /** The height is that of the nearest point of a line: x, y local and z of each corner. */
  | { kind: 'Along'; line: Float32Array }
  /** The height is given on a grid. The value of row r and column c is at (x + c·step, y + r·step), local; between these points it is bilinear. */
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
  /** The storey to which the floor belongs in the viewer's list of storeys, counted from 0 upwards. A flight belongs to the storey at its lower end. */
  storey: number;
  /** Lowest point, m. */
  lowest: number;
  /** Highest point, m. */
  highest: number;
  /** The depth of a tread, m; 0 when the floor has no steps. */
  going: number;
  /** The corners: x, y, z of each, local. */
  vertices: Float32Array;
  /** The triangles: the numbers of three corners each, counter-clockwise from above. */
  triangles: Uint32Array;
  /** The walls: x0, y0, z0, x1, y1, z1 of each, local. The floor is on the left of a wall. */
  walls: Float32Array;
  /** The closed outlines of obstacles and holes: x, y of all corners, local. `solid_sizes` says how many corners belong to each outline. */
  solids: Float32Array;
  /** The number of corners of each outline. */
  solidSizes: Uint32Array;
  /** The height of the floor at a point. */
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
  /** The pieces: x0, y0, z0, x1, y1, z1 of each, local. Each stop of a lift is a piece with twice the same point. */
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
  /** The corners: x, y of each, local. */
  ring: Float32Array;
  /** The walkable ground in it as triangles: x, y of three corners each, local. */
  ground: Float32Array;
  /** Whether people can be added here. */
  canEnter: boolean;
}
export function readArea(r: Reader): Area {
  return { name: r.text(), kind: r.text(), floor: r.u16(), area: r.f32(), ring: r.f32s(), ground: r.f32s(), canEnter: r.flag() };
}

/** A thing that people use, such as a till or a bench. */
export interface PlaceObject {
  /** Its name. */
  name: string;
  /** Its kind, as in place files: till, bench, performance …. */
  kind: string;
  /** Its floor. */
  floor: number;
  /** The footprint: x, y of the corners of a ring, of both ends of a line, or of one point, local. */
  footprint: Float32Array;
  /** The slots: x, y local and the heading of whoever uses it, rad, of each. */
  slots: Float32Array;
  /** The places in its line, from the head outwards: x, y local and the heading of whoever stands there, rad, of each. */
  line: Float32Array;
  /** The number of the object from whose line it is served; absent when it has a line of its own, or none. */
  queue: number | null;
  /** What it offers, as words. */
  offers: string[];
}
export function readPlaceObject(r: Reader): PlaceObject {
  return { name: r.text(), kind: r.text(), floor: r.u16(), footprint: r.f32s(), slots: r.f32s(), line: r.f32s(), queue: r.perhaps(() => r.u16()), offers: r.list(() => r.text()) };
}

/** Something that the scenario measures. */
export interface Measure {
  /** Its name. */
  name: string;
  /** Its floor. */
  floor: number;
  /** The number of the area; absent when a line is measured. */
  area: number | null;
  /** The ends of the line: x, y of both, local. */
  line: Float32Array;
}
export function readMeasure(r: Reader): Measure {
  return { name: r.text(), floor: r.u16(), area: r.perhaps(() => r.u16()), line: r.f32s() };
}

/** Trains or buses of one line at one track. A page knows what they do at a frame from the last [`TrainChange`] up to that frame; before the first one, the train is away and its first stop is to come. */
export interface Train {
  /** Its name, such as that of the line. */
  name: string;
  /** The number of its track among the objects. */
  track: number;
  /** Where it goes. */
  to: string[];
  /** The number of its cars. A bus has one. */
  cars: number;
  /** The length of a car, m. */
  carLength: number;
  /** The number of people it takes. */
  capacity: number;
  /** The edge of the platform beside which it stands, from its one end to the other: x, y of each corner, local. */
  line: Float32Array;
  /** Whether the platform is on the left of that line; the train is on the other side. */
  platformLeft: boolean;
  /** Its doors: x, y local, on the line. */
  doors: Float32Array;
  /** The time from the moment in which its doors begin to close to its departure, s. */
  closing: number;
  /** The stops, in order, four times each, s since the start: the planned arrival and departure, then those that are expected at the start of the run, of which the boards tell. */
  calls: Float64Array;
}
export function readTrain(r: Reader): Train {
  return { name: r.text(), track: r.u16(), to: r.list(() => r.text()), cars: r.u16(), carLength: r.f32(), capacity: r.u32(), line: r.f32s(), platformLeft: r.flag(), doors: r.f32s(), closing: r.f32(), calls: r.f64s() };
}

/** The place: everything that does not move. */
export interface Place {
  /** The version of the place. It grows when the place is built anew. */
  version: number;
  /** The name of the place. */
  name: string;
  /** The x of the point from which local coordinates count, m. */
  originX: number;
  /** The y of that point, m. */
  originY: number;
  /** Coordinates of frames are multiples of this, m, from the origin. */
  step: number;
  /** The extent along x, m. */
  width: number;
  /** The extent along y, m. */
  depth: number;
  /** Lowest ground, m. */
  lowest: number;
  /** Highest ground, m. */
  highest: number;
  /** Walkable ground, m². */
  area: number;
  /** Number of cells. */
  cells: number;
  /** The floors, by number as in frames. */
  floors: Floor[];
  /** The links, by number. */
  links: Link[];
  /** The areas, by number. */
  areas: Area[];
  /** The objects that people use, by number. */
  objects: PlaceObject[];
  /** What the scenario measures. */
  measures: Measure[];
  /** The trains and buses that come, by number. */
  trains: Train[];
}
export function readPlace(r: Reader): Place {
  return { version: r.u32(), name: r.text(), originX: r.f64(), originY: r.f64(), step: r.f64(), width: r.f32(), depth: r.f32(), lowest: r.f32(), highest: r.f32(), area: r.f64(), cells: r.u32(), floors: r.list(() => readFloor(r)), links: r.list(() => readLink(r)), areas: r.list(() => readArea(r)), objects: r.list(() => readPlaceObject(r)), measures: r.list(() => readMeasure(r)), trains: r.list(() => readTrain(r)) };
}

/** How far the run has come. */
export interface Head {
  /** The number of frames that exist. The first has the number 0. */
  frames: number;
  /** The number of rows of statistics that exist. */
  rows: number;
  /** The number of pedestrians in the roster. When this number grows, the page asks for the roster again. */
  people: number;
  /** The number of happenings that exist. */
  happenings: number;
  /** The number of changes of trains that exist. */
  trains: number;
  /** Whether the simulation goes on, or the recording is still being read. */
  running: boolean;
  /** Simulated seconds per second that were asked for. */
  speed: number;
  /** Simulated seconds per second that are reached. */
  reached: number;
  /** Why the run ended; empty while it goes on. */
  ended: string;
  /** The number of pages that watch. */
  viewers: number;
}
export function readHead(r: Reader): Head {
  return { frames: r.u32(), rows: r.u32(), people: r.u32(), happenings: r.u32(), trains: r.u32(), running: r.flag(), speed: r.f32(), reached: r.f32(), ended: r.text(), viewers: r.u8() };
}

/** Where all people are at a moment, by columns, ascending by pedestrian. */
export interface PackedFrame {
  /** The number of the frame. Its time is this number times [`Welcome::frame_seconds`]. */
  number: number;
  /** The number of people. */
  count: number;
  /** The numbers of the pedestrians, as LEB128. Each value says how many numbers are left out before the pedestrian: for 2, 3, 7 the values are 2, 0, 3. */
  ids: Uint8Array;
  /** The positions, six bytes each: x and y in [`Place::step`]s from the origin, as words of 24 bits, little-endian. */
  places: Uint8Array;
  /** The statuses, a byte each ([`Welcome::statuses`] has the words), in pieces. A piece begins with a number as LEB128. An even number is twice the count of pedestrians that share the one status that follows. An odd number is twice the count plus 1, and the status of each pedestrian follows. */
  statuses: Uint8Array;
  /** The headings, in 256ths of a turn, counter-clockwise from +x: where a pedestrian goes or last went; at a slot or in a line, where it looks. */
  headings: Uint8Array;
  /** The speeds, in 0.02 m/s, at most 5.1 m/s. */
  speeds: Uint8Array;
  /** The floors, as LEB128. */
  floors: Uint8Array;
  /** The number of each pedestrian's destination area plus 1, or 0 for none, as LEB128. */
  destinations: Uint8Array;
}
export function readPackedFrame(r: Reader): PackedFrame {
  return { number: r.u32(), count: r.u32(), ids: r.u8s(), places: r.u8s(), statuses: r.u8s(), headings: r.u8s(), speeds: r.u8s(), floors: r.u8s(), destinations: r.u8s() };
}

/** The statistics of a simulated second. Counts are since the start. */
export interface Row {
  /** The time at the end of the second, s. */
  time: number;
  /** The number of people inside. */
  inside: number;
  /** The number of people who came in. */
  entered: number;
  /** The number of people who left. */
  left: number;
  /** The mean speed of the people inside, m/s. */
  speed: number;
  /** The number of people who want to go on but cannot: they are stuck, or have no way. */
  stuck: number;
  /** The number of people who came in, by area in the order of `Place::areas`. */
  enteredBy: Uint32Array;
  /** The number of people who left, by area. */
  leftBy: Uint32Array;
  /** The number of people who passed each link, two numbers per link: from left to right of its pieces, and back. Each pedestrian counts once each way. */
  passed: Uint32Array;
  /** The travel times of the people who left in this second, s. */
  travel: Float32Array;
  /** The mean time of each phase per step in this second, ms; empty in a replay. */
  phases: Float32Array;
}
export function readRow(r: Reader): Row {
  return { time: r.f32(), inside: r.u32(), entered: r.u32(), left: r.u32(), speed: r.f32(), stuck: r.u32(), enteredBy: r.u32s(), leftBy: r.u32s(), passed: r.u32s(), travel: r.f32s(), phases: r.f32s() };
}

/** Something that happened. */
export interface Happening {
  /** The first frame that shows it. */
  frame: number;
  /** Its word, as in recordings: opened, shut, reopened, closed, blocked, acted, stuck, no-way, moved-aside, contained, train-delayed, train-cancelled. */
  kind: string;
  /** The pedestrian, when it concerns a pedestrian. */
  pedestrian: number | null;
  /** The link that was opened or shut. */
  link: number | null;
  /** The object that was opened or closed. */
  object: number | null;
  /** The text for the user. */
  text: string;
}
export function readHappening(r: Reader): Happening {
  return { frame: r.u32(), kind: r.text(), pedestrian: r.perhaps(() => r.u32()), link: r.perhaps(() => r.u16()), object: r.perhaps(() => r.u16()), text: r.text() };
}

/** Something that a pedestrian wants to do. */
export interface GoalSeen {
  /** What, in words. */
  what: string;
  /** Since when, s. */
  since: number;
  /** Until when at the latest, s; infinity when there is no hurry. */
  until: number;
  /** The object, exit or area that was chosen for it; empty when nothing was. */
  chosen: string;
  /** Whether it is a reaction to what is in the way, such as a lift. */
  reaction: boolean;
}
export function readGoalSeen(r: Reader): GoalSeen {
  return { what: r.text(), since: r.f64(), until: r.f64(), chosen: r.text(), reaction: r.flag() };
}

/** A need of a pedestrian. */
export interface NeedSeen {
  /** Its name. */
  name: string;
  /** What it is, in a sentence; empty when nobody wrote that. */
  about: string;
  /** How strong it is, from 0 to 1. */
  level: number;
  /** The level from which on the pedestrian does something about it. */
  threshold: number;
  /** Whether it is the reason for what the pedestrian does. */
  pursued: boolean;
}
export function readNeedSeen(r: Reader): NeedSeen {
  return { name: r.text(), about: r.text(), level: r.f32(), threshold: r.f32(), pursued: r.flag() };
}

/** A neighbour that a pedestrian perceives. */
export interface NeighbourSeen {
  /** The number of the neighbour. */
  pedestrian: number;
  /** The x of its position, local. */
  x: number;
  /** The y of its position, local. */
  y: number;
  /** The x of its velocity, m/s. */
  vx: number;
  /** The y of its velocity, m/s. */
  vy: number;
  /** The distance from centre to centre, m. */
  distance: number;
}
export function readNeighbourSeen(r: Reader): NeighbourSeen {
  return { pedestrian: r.u32(), x: r.f32(), y: r.f32(), vx: r.f32(), vy: r.f32(), distance: r.f32() };
}

/** The velocity after a stage of the pipe. */
export interface Velocity {
  /** The name of the stage. */
  stage: string;
  /** The x of the velocity, m/s. */
  vx: number;
  /** The y of the velocity, m/s. */
  vy: number;
  /** The reason for it, in words. */
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
  /** The pedestrian to which it reacts; 0 when there is none. */
  target: number;
  /** How well it fits now, from 0 to 1. */
  interest: number;
  /** The turn that it asks for, rad, left positive. */
  turn: number;
  /** The speed that it asks for, m/s. */
  speed: number;
  /** Whether it takes precedence over comfort. */
  emergency: boolean;
  /** Whether it has a part in the decision. */
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
  /** The name. */
  name: string;
  /** The value with its unit. */
  value: string;
}
export function readProperty(r: Reader): Property {
  return { name: r.text(), value: r.text() };
}

/** The inner state of a pedestrian at a frame. */
export interface Inspected {
  /** The number of the pedestrian. */
  pedestrian: number;
  /** Its population. */
  population: number;
  /** The frame. */
  frame: number;
  /** The time of its next decision, s. */
  time: number;
  /** What it is doing, in words. */
  status: string;
  /** The number of the current stage of its journey. */
  stage: number;
  /** Where it goes, in words. */
  destination: string;
  /** What it does, in a sentence. */
  story: string;
  /** What it wants to do now, in words. */
  what: string;
  /** Why it does that, in words. */
  why: string;
  /** How it goes about it: what it has or waits for, and how far it is, in words. */
  how: string;
  /** Everything that it wants to do, as a stack: the current goal first. */
  goals: GoalSeen[];
  /** Its needs, in the order in which they are met. */
  needs: NeedSeen[];
  /** A line to each slot that it has and to each place in line where it stands: x0, y0, z0, x1, y1, z1 local. */
  claims: Float32Array;
  /** Its floor. */
  floor: number;
  /** Its cell. */
  cell: number;
  /** The x of its position, local. */
  x: number;
  /** The y of its position, local. */
  y: number;
  /** The x of its velocity, m/s. */
  vx: number;
  /** The y of its velocity, m/s. */
  vy: number;
  /** Half the width of the body, m. */
  radius: number;
  /** Desired speed, m/s. */
  desired: number;
  /** Its greatest speed here, m/s. */
  top: number;
  /** The rest of its route: x, y, z of each corner, local. */
  route: Float32Array;
  /** The portals ahead: x0, y0, z0, x1, y1, z1 of each, local. */
  portals: Float32Array;
  /** The cone into which it steers: apex x, y, z, left end x, y, right end x, y; empty when there is none. */
  cone: Float32Array;
  /** The bar that pulls it along the way: x0, y0, z0, x1, y1, z1 local; empty when there is none. */
  bar: Float32Array;
  /** The neighbours that it perceives. */
  neighbours: NeighbourSeen[];
  /** Its velocity after each stage of the pipe. */
  pipe: Velocity[];
  /** The drives of its model, and how well each fits now; empty when the model has none. */
  drives: Drive[];
  /** The zones around it, the innermost first; empty when its model has none. */
  zones: Zone[];
  /** The border of what it perceives: x, y of each corner, local; empty when its model has none. */
  perceived: Float32Array;
  /** Further properties. */
  notes: Property[];
}
export function readInspected(r: Reader): Inspected {
  return { pedestrian: r.u32(), population: r.u16(), frame: r.u32(), time: r.f64(), status: r.text(), stage: r.u16(), destination: r.text(), story: r.text(), what: r.text(), why: r.text(), how: r.text(), goals: r.list(() => readGoalSeen(r)), needs: r.list(() => readNeedSeen(r)), claims: r.f32s(), floor: r.u16(), cell: r.u32(), x: r.f32(), y: r.f32(), vx: r.f32(), vy: r.f32(), radius: r.f32(), desired: r.f32(), top: r.f32(), route: r.f32s(), portals: r.f32s(), cone: r.f32s(), bar: r.f32s(), neighbours: r.list(() => readNeighbourSeen(r)), pipe: r.list(() => readVelocity(r)), drives: r.list(() => readDrive(r)), zones: r.list(() => readZone(r)), perceived: r.f32s(), notes: r.list(() => readProperty(r)) };
}

/** A layer to draw. Each value stands for a colour: it is the number of a word in `words`, or, when there are no words, a quantity between `least` and `most`. */
export interface Drawing {
  /** The lines: x0, y0, z0, x1, y1, z1 of each, local. */
  lines: Float32Array;
  /** The value of each line. */
  lineValues: Float32Array;
  /** The floor of each line. */
  lineFloors: Uint16Array;
  /** The triangles: x, y, z of three corners each, local. */
  triangles: Float32Array;
  /** The value of each triangle. */
  triangleValues: Float32Array;
  /** The floor of each triangle. */
  triangleFloors: Uint16Array;
  /** The words for the values; empty for a quantity, or when values only tell things apart. */
  words: string[];
  /** The name of the quantity with its unit; empty when values only tell things apart. */
  unit: string;
  /** Smallest value. */
  least: number;
  /** Largest value. */
  most: number;
}
export function readDrawing(r: Reader): Drawing {
  return { lines: r.f32s(), lineValues: r.f32s(), lineFloors: r.u16s(), triangles: r.f32s(), triangleValues: r.f32s(), triangleFloors: r.u16s(), words: r.list(() => r.text()), unit: r.text(), least: r.f32(), most: r.f32() };
}

/** The crossings of a line in each simulated second. Only the first crossing of a pedestrian counts, as in PedPy. */
export interface Flow {
  /** Length of the line, m. */
  length: number;
  /** The crossings from left to right of a → b, in each second. */
  forward: Uint16Array;
  /** The crossings from right to left, in each second. */
  backward: Uint16Array;
}
export function readFlow(r: Reader): Flow {
  return { length: r.f32(), forward: r.u16s(), backward: r.u16s() };
}

/** The fundamental diagram of an area as the measure `fundamental-diagram` finds it: a point for each simulated second in which somebody in the area has a speed. */
export interface Diagram {
  /** The number of frames that were measured so far. */
  frames: number;
  /** The time at the end of each point's second, s. */
  times: Float32Array;
  /** The Voronoi density of each point, persons/m². */
  densities: Float32Array;
  /** The mean speed of each point, m/s. */
  speeds: Float32Array;
  /** The specific flow of each point, persons/(m·s). */
  flows: Float32Array;
}
export function readDiagram(r: Reader): Diagram {
  return { frames: r.u32(), times: r.f32s(), densities: r.f32s(), speeds: r.f32s(), flows: r.f32s() };
}

/** A change of what a train does, or of when its next stop is expected. */
export interface TrainChange {
  /** The first frame that shows it. */
  frame: number;
  /** The train, by number. */
  train: number;
  /** What happened, as in recordings: train-delayed, train-cancelled, train-closes, train-departed, train-arrived. */
  kind: string;
  /** What it does from then on: away, open (it stands with open doors), closing. */
  phase: string;
  /** The stop that goes on or comes next, by number. After the last stop it is the number of stops. */
  call: number;
  /** When that stop begins, as expected from then on, s since the start; when it began, as planned, for one that goes on. 0 after the last stop. */
  arrives: number;
  /** When that stop ends, as expected from then on, s since the start. 0 after the last stop. */
  departs: number;
}
export function readTrainChange(r: Reader): TrainChange {
  return { frame: r.u32(), train: r.u16(), kind: r.text(), phase: r.text(), call: r.u32(), arrives: r.f64(), departs: r.f64() };
}

/** What the server tells. */
export type Tell =
  /** The first message: what is shown. */
  | { kind: 'Welcome'; welcome: Welcome }
  /** The second message: the place. */
  | { kind: 'Place'; place: Place }
  /** How far the run has come. It is pushed when it changes. */
  | { kind: 'Head'; head: Head }
  /** Where all people are. */
  | { kind: 'Frame'; tag: number; frame: PackedFrame }
  /** Rows of statistics, one per simulated second. */
  | { kind: 'Statistics'; tag: number; from: number; rows: Row[] }
  /** A part of the happenings. */
  | { kind: 'Happenings'; tag: number; from: number; list: Happening[] }
  /** The inner state of a pedestrian. */
  | { kind: 'Inspected'; tag: number; inspected: Inspected }
  /** Where a pedestrian walked: x, y, z local, oldest first, and the numbers of the first and the last frame. */
  | { kind: 'Trail'; tag: number; pedestrian: number; first: number; last: number; points: Float32Array }
  /** A layer. */
  | { kind: 'Layer'; tag: number; drawing: Drawing }
  /** Crossings of a line. */
  | { kind: 'Flow'; tag: number; flow: Flow }
  /** What is at a point. */
  | { kind: 'Probed'; tag: number; lines: Property[] }
  /** The request was carried out. */
  | { kind: 'Done'; tag: number }
  /** The request was not carried out: why, and what to do. */
  | { kind: 'Refused'; tag: number; what: string; hint: string }
  /** The population of each pedestrian, by number, and half the width of its body, cm. The population is 65535 for a pedestrian that has not come in yet. */
  | { kind: 'Roster'; tag: number; from: number; populations: Uint16Array; radii: Uint8Array }
  /** There is nothing to show, because the scenario or the recording is broken. It is read again when the page reconnects. */
  | { kind: 'Broken'; title: string; what: string; hint: string }
  /** The fundamental diagram of an area. */
  | { kind: 'Diagram'; tag: number; diagram: Diagram }
  /** The first frame with a pedestrian, and the last one; no last one while it is still inside. */
  | { kind: 'Presence'; tag: number; pedestrian: number; first: number; last: number | null }
  /** A part of the changes of trains. */
  | { kind: 'Trains'; tag: number; from: number; list: TrainChange[] };
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
    case 15: return { kind: 'Roster', tag: r.u32(), from: r.u32(), populations: r.u16s(), radii: r.u8s() };
    case 14: return { kind: 'Broken', title: r.text(), what: r.text(), hint: r.text() };
    case 16: return { kind: 'Diagram', tag: r.u32(), diagram: readDiagram(r) };
    case 17: return { kind: 'Presence', tag: r.u32(), pedestrian: r.u32(), first: r.u32(), last: r.perhaps(() => r.u32()) };
    case 18: return { kind: 'Trains', tag: r.u32(), from: r.u32(), list: r.list(() => readTrainChange(r)) };
    default: throw new Error('Tell: unknown kind');
  }
}

