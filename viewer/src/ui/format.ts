// Writes numbers for people, each with its unit.

/** Writes a simulated time as m:ss.s, or h:mm:ss.s from an hour on. */
export function clock(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const s = (tenths % 600) / 10;
  const minutes = Math.floor(tenths / 600);
  const rest = s.toFixed(1).padStart(4, '0');
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** Writes a time on an axis: m:ss without tenths. */
export function shortClock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Writes a count with a thin space between thousands. */
export function count(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** Writes a number of people in words. */
export function people(n: number): string {
  return `${count(n)} ${n === 1 ? 'person' : 'people'}`;
}

/** Writes a speed factor, such as 0.5× or 20×. */
export function factor(n: number): string {
  const digits = n >= 9.95 ? 0 : n >= 0.995 ? 1 : 2;
  return `${Number(n.toFixed(digits))}×`;
}

/** Writes a quantity with three significant digits or `digits` decimals, and its unit. */
export function quantity(value: number, unit: string, digits = 2): string {
  if (!Number.isFinite(value)) return '–';
  return unit ? `${value.toFixed(digits)}\u00a0${unit}` : value.toFixed(digits);
}

/** Writes a number without needless zeros, for fields and axes. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Writes a number at an axis, in at most five characters or so: 150000 is 150k. */
export function brief(value: number): string {
  if (value < 100_000) return plain(value);
  return value < 1_000_000 ? `${plain(value / 1000)}k` : `${plain(value / 1_000_000)}M`;
}

/** Returns the turn from one velocity to another, in degrees; left is positive. `null` when either stands still. */
export function turn(fromX: number, fromY: number, toX: number, toY: number): number | null {
  if (Math.hypot(fromX, fromY) < 1e-3 || Math.hypot(toX, toY) < 1e-3) return null;
  return (Math.atan2(fromX * toY - fromY * toX, fromX * toX + fromY * toY) * 180) / Math.PI;
}

/** Writes a turn in words. */
export function turnInWords(degrees: number | null): string {
  if (degrees === null) return '–';
  const whole = Math.round(Math.abs(degrees));
  if (whole === 0) return 'straight';
  return `${whole}° ${degrees > 0 ? 'left' : 'right'}`;
}

const COMPASS = ['east', 'north-east', 'north', 'north-west', 'west', 'south-west', 'south', 'south-east'];

/** Writes the direction of a vector in words; x is east, y is north. */
export function compass(x: number, y: number): string {
  return COMPASS[(Math.round((Math.atan2(y, x) * 4) / Math.PI) + 8) % 8]!;
}

/** Returns both ways across the line from a to b: from its left to its right, and back. */
export function waysAcross(ax: number, ay: number, bx: number, by: number): [string, string] {
  const [x, y] = [bx - ax, by - ay];
  if (Math.hypot(x, y) < 1e-3) return ['one way', 'the other way'];
  return [`${compass(y, -x)}ward`, `${compass(-y, x)}ward`];
}

/** Writes a name as a title: “three_floors” is “Three floors”. */
export function titled(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words === '' ? '' : words[0]!.toUpperCase() + words.slice(1);
}

/** Writes words of the program as a sentence. An empty text stays empty. */
export function sentence(words: string): string {
  return words === '' ? '' : `${words[0]!.toUpperCase()}${words.slice(1)}${/[.!?…]$/.test(words) ? '' : '.'}`;
}

/** Returns a name for files: letters, digits and hyphens. */
export function fileName(...parts: string[]): string {
  return parts.map((part) => part.trim().toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')).filter(Boolean).join('-');
}
