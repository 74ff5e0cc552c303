// Asks for the place at the moment shown. Every obstacle that appears makes another version of the place.

export class PlaceKeeper {
  private asked = '';
  private isWaiting = false;

  constructor(private readonly ask: (frame: number) => void) {}

  /** Asks for the wanted version of the place at a frame, unless it is present. A version that the server did not give is not asked for twice. */
  keep(wanted: number, frame: number, present: number): void {
    const key = `${wanted} ${frame}`;
    if (wanted === present || this.isWaiting || key === this.asked) return;
    this.asked = key;
    this.isWaiting = true;
    this.ask(frame);
  }

  /** Notes that a place has come. */
  answered(): void { this.isWaiting = false; }

  /** Forgets what was asked, because a new connection does not answer it. */
  forget(): void {
    this.asked = '';
    this.isWaiting = false;
  }
}
