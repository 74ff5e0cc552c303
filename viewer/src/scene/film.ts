// Pictures and short films of the scene.

const FRAMES_PER_SECOND = 30;

export class Film {
  private recorder: MediaRecorder | null = null;
  private pieces: Blob[] = [];

  /** `draw` draws the picture once more, because a canvas keeps it only until the browser has shown it. */
  constructor(private readonly canvas: HTMLCanvasElement, private readonly draw: () => void) {}

  screenshot(): Promise<Blob> {
    this.draw();
    return new Promise((done, failed) => {
      this.canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The browser made no picture of the scene.'))), 'image/png');
    });
  }

  start(): void {
    if (this.recorder) return;
    const kinds = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
    const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
    const recorder = new MediaRecorder(this.canvas.captureStream(FRAMES_PER_SECOND), { mimeType, videoBitsPerSecond: 8_000_000 });
    this.pieces = [];
    recorder.ondataavailable = (event) => { if (event.data.size > 0) this.pieces.push(event.data); };
    recorder.start(1000);
    this.recorder = recorder;
  }

  stop(): Promise<Blob> {
    const recorder = this.recorder;
    this.recorder = null;
    if (!recorder) return Promise.reject(new Error('No film is being made.'));
    return new Promise((done) => {
      recorder.onstop = () => {
        for (const track of recorder.stream.getTracks()) track.stop();
        done(new Blob(this.pieces, { type: 'video/webm' }));
      };
      recorder.stop();
    });
  }
}
