// A line-up of people, drawn by the code that draws them in the viewer, so that bodies, clothes and gestures can be looked at one by one.
//
// `?status=walking&kind=commuter&count=12&from=0&columns=6&turn=-0.4&tilt=1.2&span=4&time=3`; `status` may be a list, one row of people for each.

import { People } from '../../src/scene/people';
import { Heights } from '../../src/scene/heights';
import { CameraRig } from '../../src/scene/camera';
import { LOOKS } from '../../src/scene/look';
import { Stage } from '../../src/scene/stage';
import { Tints } from '../../src/scene/tints';
import { Wardrobe } from '../../src/scene/wardrobe';
import type { Shown } from '../../src/playback';
import type { Place } from '../../src/protocol';
import { strokes } from '../../src/scene/meshes';

const asked = new URLSearchParams(location.search);
const number = (name: string, usual: number) => Number(asked.get(name) ?? usual);
const statuses = (asked.get('status') ?? 'walking').split(',');
const count = number('count', 12), columns = number('columns', 6), from = number('from', 0), gap = number('gap', 1.1);
const speed = number('speed', 1.3), time = number('time', 3);

const canvas = document.querySelector('canvas')!;
const stage = new Stage(canvas);
const wardrobe = new Wardrobe();
const tints = new Tints(wardrobe);
const people = new People(stage.isSoftware, wardrobe);
const rig = new CameraRig();
const look = LOOKS[asked.get('theme') === 'dark' ? 'dark' : 'light'];
stage.setLook(look);
people.setLook(look, asked.get('theme') === 'dark');
people.setStatuses(statuses);
stage.scene.add(people.group);

const rows = Math.ceil((count * (asked.has('status') ? statuses.length : 1)) / columns);
const width = columns * gap, depth = rows * gap * 1.6;
const place = { floors: [], objects: [], areas: [], links: [], measures: [] } as unknown as Place;
people.setPlace(place);
stage.setBox({ west: 0, south: 0, east: Math.max(20, width), north: Math.max(20, depth), bottom: 0, top: 3 });
const lines: number[] = [];
for (let i = 0; i <= columns; i++) lines.push(i * gap, 0, 0.005, i * gap, depth, 0.005);
stage.scene.add(strokes(lines, { colour: 0xb0b8c0, width: 1 }));

const total = count * statuses.length;
const room = from + total + 1;
const shown: Shown = {
  time: 0, version: 0, count: total, ids: new Uint32Array(total), x: new Float32Array(total), y: new Float32Array(total), heading: new Float32Array(total), speed: new Float32Array(total),
  status: new Uint8Array(total), floor: new Uint16Array(total), destination: new Uint16Array(total),
};
const heading = number('heading', -Math.PI / 2);
for (let i = 0; i < total; i++) {
  const row = Math.floor(i / columns), status = Math.floor(i / count);
  shown.ids[i] = from + i;
  shown.x[i] = (i % columns + 0.5) * gap;
  shown.y[i] = depth - (row + 0.5) * gap * 1.6;
  shown.heading[i] = heading;
  shown.status[i] = status;
  shown.speed[i] = statuses[status] === 'walking' ? speed : 0;
}
const radii = new Uint8Array(room).fill(number('radius', 22));
wardrobe.reach(room);
wardrobe.follow([{ kind: asked.get('kind') ?? '', profile: asked.get('profile') ?? '' }], new Uint16Array(room), radii);

rig.resize(innerWidth, innerHeight);
stage.resize(innerWidth, innerHeight);
rig.frame({ west: 0, south: 0, east: width, north: depth, bottom: 0, top: 1.9 });
rig.lookAt(number('x', width / 2), number('y', depth / 2), number('z', 0.9), number('span', Math.max(depth, width * (innerHeight / innerWidth)) * 1.05));
rig.goal.turn = number('turn', -0.4);
rig.goal.tilt = number('tilt', 1.15);
Object.assign(rig.pose, rig.goal);

// They walk up to the moment, so that their phases are those of walkers.
for (let at = 0; at <= time; at += 1 / 60) {
  shown.time = at;
  for (let i = 0; i < total; i++) shown.y[i] = shown.y[i]! + (Math.sin(heading) * shown.speed[i]!) / 60;
  for (let i = 0; i < total; i++) if (at + 1 / 60 > time) shown.y[i] = depth - (Math.floor(i / columns) + 0.5) * gap * 1.6;
  rig.update(0);
  people.update(shown, rig, new Heights([]), tints, new Uint8Array([1]), 1);
}
shown.version = 1;
stage.render(rig.camera);
(window as { isDrawn?: boolean }).isDrawn = true;
