/**
 * The embedded database: PostgreSQL 17 with TimescaleDB compiled to WebAssembly, in a child process that serves the
 * PostgreSQL wire protocol on a Unix socket. The rest of the code connects with `pg` and cannot tell it from a server.
 *
 * - The first process to open a data directory becomes its host: it starts the child (child.ts), which holds the lock and
 *   the files. Every later process attaches to the same socket. The socket can be opened by its owner only.
 * - The engine is one session. Clients take turns by message group (session-queue.ts); an open transaction keeps the
 *   session. So a transaction must never wait for another connection of the same process.
 * - Logins other than the owner prove their password and read only (handshake.ts, identity.ts, analyst-guard.ts).
 * - A commit is on disk before it is answered. A child that dies is restarted once; when it has been up for ten minutes
 *   again, the next failure is a new one. A login's statement that exhausts the engine does not count. Meanwhile the state is 'restarting' and every query fails fast.
 * - An attached process that loses its host waits for it, however long and however often.
 * - The child ends with the service: on stop(), or when the service's process is gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createDataDir, hostFiles, socketDirOf, socketPort } from './address.ts';
import type { HostFiles } from './address.ts';
import { attach } from './attach.ts';
import type { Attachment } from './attach.ts';
import { startDatabaseProcess } from './child-process.ts';
import type { DatabaseProcess, ProcessEnd } from './child-process.ts';
import type { Log } from './clients.ts';
import { databaseName, ownerRole } from './names.ts';

export type EngineState = 'starting' | 'up' | 'restarting' | 'down' | 'stopped';

export interface EmbeddedEngine {
  /** How pg connects: spread into new pg.Pool({...connection}). */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** 'host' when this process started the child, 'attached' when another process of the same data directory runs one. */
  readonly mode: 'host' | 'attached';
  /** The child's process id when host, null when attached or while there is no child. */
  readonly pid: number | null;
  /** 'restarting' after the database died for the first time, and while an attached process has no host; 'down' when the host's own child died again or did not come back. */
  state(): EngineState;
  onStateChange(listener: (state: EngineState) => void): void;
  /** Stops the child when host, and only lets go when attached. Clients should have been ended before. */
  stop(): Promise<void>;
}

export interface EmbeddedEngineOptions {
  /** Directory of the database; created when missing. */
  readonly dataDir: string;
  readonly log: Log;
}

/** How long opening waits for another process that holds the directory but does not answer yet. */
const openMilliseconds = 120_000;
const probeMilliseconds = 10_000;
const retryMilliseconds = 100;
/** Between two attempts of an attached process to find its host again; the first pauses are shorter. */
const longestReattachMilliseconds = 1000;
/** A child that lived this long has recovered: its next death is answered by a restart again. */
const recoveredMilliseconds = 10 * 60_000;

/** Opens the data directory as host, or attaches to its running host. Rejects with a sentence for the operator. */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const files = hostFiles(options.dataDir);
  createDataDir(files);
  return new Engine(files, options.log, await obtain(files, options.log, openMilliseconds));
}

type Hold = { readonly kind: 'host'; readonly child: DatabaseProcess } | { readonly kind: 'attached'; readonly attachment: Attachment };

async function obtain(files: HostFiles, log: Log, timeoutMilliseconds: number): Promise<Hold> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (;;) {
    const attachment = await attach(files, probeMilliseconds);
    if (attachment !== null) return { kind: 'attached', attachment };
    const started = await startDatabaseProcess(files, log);
    if (started.kind === 'ready') return { kind: 'host', child: started.child };
    if (started.kind === 'failed') throw new Error(`the embedded database in ${files.dataDir} did not start: ${started.reason}`);
    if (performance.now() > deadline) throw new Error(`the embedded database in ${files.dataDir} is in use by another process that does not answer`);
    await delay(retryMilliseconds);
  }
}

class Engine implements EmbeddedEngine {
  readonly connection: EmbeddedEngine['connection'];
  readonly #files: HostFiles;
  readonly #log: Log;
  readonly #listeners: ((state: EngineState) => void)[] = [];
  #hold: Hold;
  #alive = true;
  #state: EngineState = 'up';
  #restartedAt = Number.NEGATIVE_INFINITY;

  constructor(files: HostFiles, log: Log, hold: Hold) {
    this.#files = files;
    this.#log = log;
    this.#hold = hold;
    this.connection = { host: socketDirOf(files), port: socketPort, user: ownerRole, database: databaseName };
    this.#follow();
  }

  get mode(): 'host' | 'attached' {
    return this.#hold.kind;
  }

  get pid(): number | null {
    return this.#hold.kind === 'host' && this.#alive ? this.#hold.child.pid : null;
  }

  state(): EngineState {
    return this.#state;
  }

  onStateChange(listener: (state: EngineState) => void): void {
    this.#listeners.push(listener);
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#change('stopped');
    if (this.#hold.kind === 'attached') this.#hold.attachment.release();
    else await this.#hold.child.stop();
  }

  #change(state: EngineState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #follow(): void {
    this.#alive = true;
    const ended = this.#hold.kind === 'host' ? this.#hold.child.ended : this.#hold.attachment.ended;
    void ended.then((end) => this.#onEnd(end));
  }

  async #onEnd({ reason, byLogin }: ProcessEnd): Promise<void> {
    this.#alive = false;
    if (this.#state === 'stopped') return;
    if (this.#hold.kind === 'attached') return this.#waitForHost(reason);
    if (!byLogin && performance.now() - this.#restartedAt < recoveredMilliseconds) {
      this.#log('error', 'the embedded database died again; it is not restarted a second time', { dataDir: this.#files.dataDir, reason });
      return this.#change('down');
    }
    if (!byLogin) this.#restartedAt = performance.now();
    this.#log('error', 'the embedded database died; restarting it', { dataDir: this.#files.dataDir, reason });
    this.#change('restarting');
    try {
      await this.#take(await obtain(this.#files, this.#log, openMilliseconds));
    } catch (error) {
      this.#log('error', 'the embedded database could not be restarted', { dataDir: this.#files.dataDir, reason: String(error) });
      this.#change('down');
    }
  }

  async #take(hold: Hold): Promise<void> {
    this.#hold = hold;
    // Stopped while it was starting.
    if (this.#state === 'stopped') return hold.kind === 'host' ? hold.child.stop() : hold.attachment.release();
    this.#log('info', 'the embedded database is up again', { dataDir: this.#files.dataDir });
    this.#change('up');
    this.#follow();
  }

  /** An attached process does not start a database of its own; deaths are counted by its host. */
  async #waitForHost(reason: string): Promise<void> {
    this.#log('error', 'the host of the embedded database is gone; waiting for it', { dataDir: this.#files.dataDir, reason });
    this.#change('restarting');
    for (let pause = retryMilliseconds; this.#state === 'restarting'; pause = Math.min(2 * pause, longestReattachMilliseconds)) {
      const attachment = await attach(this.#files, probeMilliseconds);
      if (attachment !== null) return this.#take({ kind: 'attached', attachment });
      await delay(pause);
    }
  }
}
