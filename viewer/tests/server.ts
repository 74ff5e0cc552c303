// `populace view` as a process of its own, at a free port.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export class Server {
  private constructor(readonly url: string, private readonly process: ChildProcess) {}

  /** Starts it; the first line of its output tells the address. */
  static start(...view: string[]): Promise<Server> {
    const child = spawn(binary(), ['view', ...(view.includes('--port') ? view : [...view, '--port', '0'])], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '', complained = '';
    child.stderr.on('data', (data: Buffer) => { complained += data.toString(); });
    return new Promise((done, failed) => {
      child.on('error', failed);
      child.on('exit', (code) => failed(new Error(`populace view ended (${code}): ${complained}`)));
      child.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        const url = /https?:\/\/\S+/.exec(said)?.[0];
        if (url) done(new Server(url, child));
      });
    });
  }

  /** Ends it as Ctrl-C does, so that its recording is whole afterwards. */
  stop(): Promise<void> {
    return new Promise((done) => {
      if (this.process.exitCode !== null) return done();
      this.process.once('exit', () => done());
      this.process.kill('SIGINT');
    });
  }
}

/** What a command of the program prints; it must succeed. */
export function populace(...args: string[]): string {
  const run = spawnSync(binary(), args, { cwd: ROOT, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`populace ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

/** A folder that is removed with `remove`. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'populace-view-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function binary(): string {
  const given = process.env['POPULACE'];
  if (!given) throw new Error('POPULACE names the program to test; `cargo run --package xtask -- browser` sets it');
  return given;
}
