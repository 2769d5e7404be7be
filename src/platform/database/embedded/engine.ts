/**
 * The embedded database: PostgreSQL 17 with TimescaleDB compiled to WebAssembly, in a child process that serves the
 * PostgreSQL wire protocol on a Unix socket. The rest of the code connects with `pg` and cannot tell it from a server.
 *
 * - The first process to open a data directory becomes its host: it starts the child (child.ts), which holds the lock
 *   and the files. Every later process attaches to the same socket. The socket can be opened by its owner only.
 * - The engine is one session. Clients take turns by message group (session-queue.ts); an open transaction keeps the
 *   session. A transaction must never wait for another connection of the same process for this reason.
 * - Logins other than the owner prove their password and read only (handshake.ts, logins/login-session.ts).
 * - A commit is on disk before it is answered. A child that dies is restarted for as long as the service runs, with
 *   growing pauses (restart-pauses.ts), also when it dies while it starts. Meanwhile the state is 'restarting' and
 *   every query fails fast.
 * - An attached process that loses its host waits for it, however long and however often.
 * - The child ends with the service: on stop(), or when the service's process is gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../../../kernel/reason-of.ts';
import { createDataDir, hostFiles, type HostFiles, SOCKET_PORT, socketDirOf } from './address.ts';
import { attach, type Attachment } from './attach.ts';
import { type DatabaseProcess, type ProcessEnd, startDatabaseProcess } from './child-process.ts';
import { type Log, DATABASE_NAME, OWNER_ROLE } from './child-protocol.ts';
import { RestartPauses } from './restart-pauses.ts';

export type EngineState = 'up' | 'restarting' | 'stopped';

export interface EmbeddedEngine {
  /** Settings for pg: new pg.Pool({...connection}). */
  readonly connection: { host: string; port: number; user: string; database: string };
  /**
   * 'host' when this process started the child, 'attached' when another process of the same data directory runs one.
   */
  readonly mode: 'host' | 'attached';
  /** The child's process id when host, null when attached or while there is no child. */
  readonly pid: number | null;
  /**
   * Number of times that each login was cut off, because its statement or transaction kept others waiting too long.
   * Only the host knows it.
   */
  readonly loginsCutOff: ReadonlyMap<string, number>;
  /** 'restarting' from the database's death until it serves again; of an attached process: while it has no host. */
  state(): EngineState;
  /** Why it is 'restarting', as the operator reads it in the log; null otherwise. */
  trouble(): string | null;
  onStateChange(listener: (state: EngineState) => void): void;
  /** Stops the child when host, and only lets go when attached. Clients should have been ended before. */
  stop(): Promise<void>;
}

interface EmbeddedEngineOptions {
  /** Directory of the database; created when missing. */
  readonly dataDir: string;
  readonly log: Log;
}

/** Milliseconds that opening waits for another process that holds the directory but does not answer yet. */
const OPEN_MILLISECONDS = 120_000;
const PROBE_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 100;
/** Milliseconds between two attempts of an attached process to find its host again. The first pauses are shorter. */
const LONGEST_REATTACH_MILLISECONDS = 1000;

/** Opens the data directory as host, or attaches to its running host. Rejects with a sentence for the operator. */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const files = hostFiles(options.dataDir);
  createDataDir(files);
  const loginsCutOff = new Map<string, number>();
  const offended = (role: string): void => void loginsCutOff.set(role, (loginsCutOff.get(role) ?? 0) + 1);
  const take = (): Promise<Hold> => obtain(files, options.log, offended, OPEN_MILLISECONDS);
  return new Engine(files, options.log, take, loginsCutOff, await obtainSurely(files, options.log, take));
}

/** The process has died while it started. An obstacle to a start is no death: it is told at once. */
class DiedAtStart extends Error {}

/** The first start, again after each death as later, for two minutes. */
async function obtainSurely({ dataDir }: HostFiles, log: Log, take: () => Promise<Hold>): Promise<Hold> {
  const deadline = performance.now() + OPEN_MILLISECONDS;
  const pauses = new RestartPauses();
  for (;;) {
    try {
      return await take();
    } catch (error) {
      const pause = pauses.next();
      if (!(error instanceof DiedAtStart) || performance.now() + pause > deadline) throw error;
      log('error', 'the embedded database died while it started; starting it again', {
        dataDir,
        reason: error.message,
        inMilliseconds: pause,
      });
      await delay(pause);
    }
  }
}

type Hold =
  | { readonly kind: 'host'; readonly child: DatabaseProcess }
  | { readonly kind: 'attached'; readonly attachment: Attachment };

async function obtain(
  files: HostFiles,
  log: Log,
  offended: (role: string) => void,
  timeoutMilliseconds: number,
): Promise<Hold> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (;;) {
    const attachment = await attach(files, PROBE_MILLISECONDS);
    if (attachment !== null) return { kind: 'attached', attachment };
    const started = await startDatabaseProcess(files, log, offended);
    if (started.kind === 'ready') return { kind: 'host', child: started.child };
    if (started.kind === 'failed') {
      const sentence = `the embedded database in ${files.dataDir} did not start: ${started.reason}`;
      throw started.isDeath ? new DiedAtStart(sentence) : new Error(sentence);
    }
    if (performance.now() > deadline)
      throw new Error(`the embedded database in ${files.dataDir} is in use by another process that does not answer`);
    await delay(RETRY_MILLISECONDS);
  }
}

class Engine implements EmbeddedEngine {
  readonly connection: EmbeddedEngine['connection'];
  readonly loginsCutOff: ReadonlyMap<string, number>;
  readonly #obtain: () => Promise<Hold>;
  readonly #files: HostFiles;
  readonly #log: Log;
  readonly #listeners: ((state: EngineState) => void)[] = [];
  #hold: Hold;
  #alive = true;
  #state: EngineState = 'up';
  #trouble: string | null = null;
  readonly #pauses = new RestartPauses();
  /** Cuts pauses short. */
  readonly #stopping = new AbortController();

  constructor(
    files: HostFiles,
    log: Log,
    obtainAgain: () => Promise<Hold>,
    loginsCutOff: ReadonlyMap<string, number>,
    hold: Hold,
  ) {
    this.#files = files;
    this.#log = log;
    this.#obtain = obtainAgain;
    this.loginsCutOff = loginsCutOff;
    this.#hold = hold;
    this.connection = { host: socketDirOf(files), port: SOCKET_PORT, user: OWNER_ROLE, database: DATABASE_NAME };
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

  trouble(): string | null {
    return this.#trouble;
  }

  onStateChange(listener: (state: EngineState) => void): void {
    this.#listeners.push(listener);
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#change('stopped');
    this.#stopping.abort();
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
    this.#trouble = null;
    this.#pauses.up();
    const ended = this.#hold.kind === 'host' ? this.#hold.child.ended : this.#hold.attachment.ended;
    void ended.then((end) => this.#onEnd(end));
  }

  async #onEnd(end: ProcessEnd): Promise<void> {
    this.#alive = false;
    if (this.#state === 'stopped') return;
    this.#trouble = end.reason;
    await (this.#hold.kind === 'attached' ? this.#waitForHost(end) : this.#restart(end));
  }

  /** A disk that is full or files that cannot be opened may be mended at any time, so no failure is the last. */
  async #restart({ reason, byLogin }: ProcessEnd): Promise<void> {
    const { dataDir } = this.#files;
    // A death by a login's statement says nothing about the engine.
    let pause = byLogin ? 0 : this.#pauses.next();
    this.#log('error', 'the embedded database died; restarting it', { dataDir, reason, inMilliseconds: pause });
    this.#change('restarting');
    for (;;) {
      await this.#pause(pause);
      if (this.#state !== 'restarting') return;
      try {
        return await this.#take(await this.#obtain());
      } catch (error) {
        this.#trouble = reasonOf(error);
        pause = this.#pauses.next();
        this.#log('error', 'the embedded database could not be restarted; trying again', {
          dataDir,
          reason: this.#trouble,
          inMilliseconds: pause,
        });
      }
    }
  }

  async #take(hold: Hold): Promise<void> {
    this.#hold = hold;
    // The engine was stopped while it was starting.
    if (this.#state === 'stopped') return hold.kind === 'host' ? hold.child.stop() : hold.attachment.release();
    this.#log('info', 'the embedded database is up again', { dataDir: this.#files.dataDir });
    this.#follow();
    this.#change('up');
  }

  /** An attached process does not start a database of its own. */
  async #waitForHost({ reason }: ProcessEnd): Promise<void> {
    this.#log('error', 'the host of the embedded database is gone; waiting for it', {
      dataDir: this.#files.dataDir,
      reason,
    });
    this.#change('restarting');
    for (
      let pause = RETRY_MILLISECONDS;
      this.#state === 'restarting';
      pause = Math.min(2 * pause, LONGEST_REATTACH_MILLISECONDS)
    ) {
      const attachment = await attach(this.#files, PROBE_MILLISECONDS);
      if (attachment !== null) return this.#take({ kind: 'attached', attachment });
      await this.#pause(pause);
    }
  }

  /** Ends early when the engine is stopped. */
  #pause(milliseconds: number): Promise<void> {
    return delay(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
