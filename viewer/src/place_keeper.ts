// Asks for the place as it is at the moment shown: every obstacle that was put makes another one.

export class PlaceKeeper {
  private asked = '';
  private isWaiting = false;

  constructor(private readonly ask: (frame: number) => void) {}

  /** The version that belongs to a frame is wanted, another one is there. A place that is not as wanted is not asked for twice: it would not change. */
  keep(wanted: number, frame: number, present: number): void {
    const key = `${wanted} ${frame}`;
    if (wanted === present || this.isWaiting || key === this.asked) return;
    this.asked = key;
    this.isWaiting = true;
    this.ask(frame);
  }

  /** A place has come. */
  answered(): void { this.isWaiting = false; }

  /** The connection is another one: what was asked is not answered. */
  forget(): void {
    this.asked = '';
    this.isWaiting = false;
  }
}
