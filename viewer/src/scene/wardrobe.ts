// What each pedestrian looks like: its build, its clothes and what it carries. It follows from its number, its population and its radius.

import { DataTexture, NearestFilter, RGBAFormat, UnsignedByteType } from 'three';
import type { Population } from '../protocol';
import { codesOf, dressOf, SKIN, type Dress } from './clothes';
import { BUILDS, type Build } from './builds';

/** The texels per pedestrian, and their meaning for the shaders. Bytes from 0 to 255. */
export const TEXELS = 9;
const ROW = 64;
/** Half the width of a body of which nothing is known, m. */
const USUAL_RADIUS = 0.2;

/** The looks of all people, by number, as a texture for the shaders. */
export class Wardrobe {
  /** The colour of the coat of each pedestrian, three bytes each. */
  coats = new Uint8Array(0);
  /** The length of the legs of each pedestrian, as a share of the usual length. */
  legs = new Float32Array(0);
  /** What each pedestrian has with it: 0 nothing, 1 a case, 2 a wheelchair. */
  loads = new Uint8Array(0);
  texture = textureOf(new Uint8Array(4 * TEXELS * ROW), 1);
  private bytes = new Uint8Array(0);
  private populations: readonly Pick<Population, 'kind' | 'profile'>[] = [];
  private roster: Uint16Array = new Uint16Array(0);
  private radii: Uint8Array = new Uint8Array(0);

  /** Takes the populations of a run, the population of each pedestrian, and half the width of its body, cm. */
  follow(populations: readonly Pick<Population, 'kind' | 'profile'>[], roster: Uint16Array, radii: Uint8Array): void {
    const isSame = populations === this.populations;
    const [before, widths] = [this.roster, this.radii];
    this.populations = populations;
    this.roster = roster;
    this.radii = radii;
    let hasChanged = false;
    for (let id = 0; id < this.legs.length; id++) {
      if (isSame && before[id] === roster[id] && widths[id] === radii[id]) continue;
      this.dress(id);
      hasChanged = true;
    }
    if (hasChanged) this.texture.needsUpdate = true;
  }

  /** Makes room for everyone up to a number. Returns whether the texture is another one now. */
  reach(id: number): boolean {
    if (id < this.legs.length) return false;
    const rows = Math.ceil((1.5 * (id + 1)) / ROW) + 1, count = rows * ROW;
    const first = this.legs.length;
    this.coats = longer(this.coats, new Uint8Array(3 * count));
    this.legs = longer(this.legs, new Float32Array(count));
    this.loads = longer(this.loads, new Uint8Array(count));
    this.bytes = longer(this.bytes, new Uint8Array(4 * TEXELS * count));
    for (let i = first; i < count; i++) this.dress(i);
    this.texture.dispose();
    this.texture = textureOf(this.bytes, rows);
    return true;
  }

  dispose(): void { this.texture.dispose(); }

  private dress(id: number): void {
    const population = this.populations[this.roster[id] ?? -1];
    const radius = this.radii[id] ? this.radii[id]! / 100 : USUAL_RADIUS;
    const dress = dressOf(id, population?.kind ?? '', population?.profile ?? '');
    const build = BUILDS[dress.build]!;
    // Half the width of whoever sits on wheels or pulls a case is not that of its body.
    const width = dress.load === 'none' ? radius : USUAL_RADIUS;
    this.coats.set(dress.coat, 3 * id);
    this.legs[id] = dress.height;
    this.loads[id] = ['none', 'case', 'wheelchair'].indexOf(dress.load);
    this.write(4 * TEXELS * id, dress, build, width);
  }

  private write(at: number, dress: Dress, build: Build, radius: number): void {
    const { bytes } = this;
    const put = (texel: number, ...values: number[]) => { values.forEach((value, i) => { bytes[at + 4 * texel + i] = Math.min(255, Math.max(0, Math.round(value))); }); };
    put(0, dress.height * 200, radius * 500, build.shoulders * 128, build.hips * 128);
    put(1, build.belly * 1000, build.stoop * 400, build.head * 128, build.chest * 1000);
    const { hair, pattern } = codesOf(dress);
    put(2, dress.worn & 255, dress.carried, dress.skirt * 255, (dress.bareArms ? 1 : 0) + (dress.bareShins ? 2 : 0));
    put(3, ...dress.coat, dress.worn >> 8);
    put(4, ...SKIN[dress.skin]!, hair);
    put(5, ...dress.trousers, pattern);
    put(6, ...dress.hair, 255);
    put(7, ...dress.shoe, dress.bag);
    put(8, ...dress.second, 255);
  }
}

function textureOf(bytes: Uint8Array, rows: number): DataTexture {
  const texture = new DataTexture(bytes, TEXELS * ROW, rows, RGBAFormat, UnsignedByteType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

function longer<T extends Uint8Array | Float32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
