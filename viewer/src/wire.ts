// Turns values into bytes and back, as in crates/serve/src/wire.rs.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Reads values from the bytes of a message. */
export class Reader {
  private at = 0;
  private readonly view: DataView;
  constructor(private readonly buffer: ArrayBuffer) {
    this.view = new DataView(buffer);
  }
  u8(): number { return this.view.getUint8(this.at++); }
  u16(): number { const v = this.view.getUint16(this.at, true); this.at += 2; return v; }
  u32(): number { const v = this.view.getUint32(this.at, true); this.at += 4; return v; }
  i32(): number { const v = this.view.getInt32(this.at, true); this.at += 4; return v; }
  f32(): number { const v = this.view.getFloat32(this.at, true); this.at += 4; return v; }
  f64(): number { const v = this.view.getFloat64(this.at, true); this.at += 8; return v; }
  flag(): boolean { return this.u8() === 1; }
  text(): string {
    const length = this.u32();
    const bytes = new Uint8Array(this.buffer, this.at, length);
    this.at += length;
    return decoder.decode(bytes);
  }
  list<T>(item: () => T): T[] {
    const list: T[] = new Array(this.u32());
    for (let i = 0; i < list.length; i++) list[i] = item();
    return list;
  }
  perhaps<T>(item: () => T): T | null { return this.flag() ? item() : null; }
  /** Returns the bytes where they are. Wider numbers are copied, because they need not be aligned. */
  u8s(): Uint8Array {
    const length = this.u32();
    const bytes = new Uint8Array(this.buffer, this.at, length);
    this.at += length;
    return bytes;
  }
  u16s(): Uint16Array { return new Uint16Array(this.copy(2)); }
  u32s(): Uint32Array { return new Uint32Array(this.copy(4)); }
  i32s(): Int32Array { return new Int32Array(this.copy(4)); }
  f32s(): Float32Array { return new Float32Array(this.copy(4)); }
  f64s(): Float64Array { return new Float64Array(this.copy(8)); }
  private copy(size: number): ArrayBuffer {
    const length = this.u32() * size;
    const bytes = this.buffer.slice(this.at, this.at + length);
    this.at += length;
    return bytes;
  }
}

/** Writes values into the bytes of a message. */
export class Writer {
  private buffer = new Uint8Array(64);
  private length = 0;
  /** Returns the bytes written so far. */
  bytes(): Uint8Array<ArrayBuffer> { return this.buffer.slice(0, this.length); }
  u8(v: number): void { this.room(1).setUint8(0, v); }
  u16(v: number): void { this.room(2).setUint16(0, v, true); }
  u32(v: number): void { this.room(4).setUint32(0, v, true); }
  i32(v: number): void { this.room(4).setInt32(0, v, true); }
  f32(v: number): void { this.room(4).setFloat32(0, v, true); }
  f64(v: number): void { this.room(8).setFloat64(0, v, true); }
  flag(v: boolean): void { this.u8(v ? 1 : 0); }
  text(v: string): void {
    const bytes = encoder.encode(v);
    this.u32(bytes.length);
    this.room(bytes.length);
    this.buffer.set(bytes, this.length - bytes.length);
  }
  list<T>(items: ArrayLike<T>, item: (v: T) => void): void {
    this.u32(items.length);
    for (let i = 0; i < items.length; i++) item(items[i]!);
  }
  perhaps<T>(v: T | null, item: (v: T) => void): void {
    this.flag(v !== null);
    if (v !== null) item(v);
  }
  private room(bytes: number): DataView {
    const start = this.length;
    this.length += bytes;
    if (this.length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.length, this.buffer.length * 2));
      larger.set(this.buffer);
      this.buffer = larger;
    }
    return new DataView(this.buffer.buffer, start, bytes);
  }
}
