/**
 * The database process: takes the lock, opens the files, serves the socket, and closes cleanly when the service says
 * stop or is gone. Ctrl-C in a terminal reaches this process too; it must outlive the service's own shutdown, so it
 * only obeys the service. Started by engine.ts with the data directory as its argument.
 */
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { chmodSync, rmSync } from 'node:fs';
import { createSocketDir, type HostAddress, hostFiles, removeAddress, socketPath, writeAddress } from './address.ts';
import { EXIT_CODE, type FromChild, type ToChild } from './child-protocol.ts';
import type { HostContext } from './host-context.ts';
import { ClientConnection } from './connection.ts';
import { instant, LoginPauses, type Offence, partyOf, readOffences, writeOffence } from './logins/pauses.ts';
import { type Listener, NotificationBook } from './notifications.ts';
import { type QueueOwner, SessionQueue } from './session-queue.ts';
import { DatabaseSession } from './session.ts';
import { ensureDatabase } from './template.ts';
import { startTimeLimit } from './time-limit.ts';
import { DatabaseSync } from 'node:sqlite';

/**
 * One host per data directory. The operating system's file lock, which SQLite takes on a database file, ensures it. The
 * kernel releases the lock when the process ends in any way. A lock is never stale for this reason, no reused process
 * id passes for a live host, and two openers never both win. Node itself offers no file locks. No data are ever stored
 * in the file.
 */
interface FileLock {
  release(): void;
}

/** Takes the lock, or returns null when another process holds it. */
function tryLock(file: string): FileLock | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) return null;
    throw error;
  }
}

/**
 * The work of a PostgreSQL server's background processes. The engine has none: without a checkpoint its log would grow
 * for ever and the next start would replay all of it.
 */
const CHECK_MILLISECONDS = 15_000;
/** Log written since the last checkpoint that makes the next one due, in bytes. */
const CHECKPOINT_BYTES = 128 * 1024 * 1024;

class Upkeep {
  readonly #timer: NodeJS.Timeout;
  #checkpointAt: string;

  /** @param broken called when a statement of the upkeep fails, which only a broken engine does */
  constructor(session: DatabaseSession, queue: SessionQueue<QueueOwner>, broken: (error: unknown) => never) {
    this.#checkpointAt = logPosition(session);
    this.#timer = setInterval(() => {
      queue.submitHostWork(() => {
        try {
          this.#checkpointWhenDue(session);
        } catch (error) {
          broken(error);
        }
      });
    }, CHECK_MILLISECONDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #checkpointWhenDue(session: DatabaseSession): void {
    const [row] = session.command(
      `SELECT pg_catalog.pg_current_wal_lsn() - '${this.#checkpointAt}' > ${CHECKPOINT_BYTES}`,
    );
    if (row?.[0] !== 't') return;
    session.command('CHECKPOINT');
    this.#checkpointAt = logPosition(session);
  }
}

function logPosition(session: DatabaseSession): string {
  return session.command('SELECT pg_catalog.pg_current_wal_lsn()')[0]?.[0] ?? '0/0';
}

function tell(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

function tellOffence({ role, statement, why }: Offence, refusedMilliseconds: number): void {
  tell({ kind: 'offence', role, statement: statement.slice(0, 1_000), why, refusedMilliseconds });
}

// Files of this process, the socket above all, are not for other users of the machine.
process.umask(0o077);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const dataDir = process.argv[2];
if (dataDir === undefined || process.send === undefined)
  throw new Error('to be started by the service, with the data directory');
const files = hostFiles(dataDir);
const lock = tryLock(files.lockFile);
if (lock === null) {
  tell({ kind: 'locked' });
  process.exit(EXIT_CODE.locked);
}

await ensureDatabase(files.databaseDir);
chmodSync(files.databaseDir, 0o700);
const session = await DatabaseSession.open(files.databaseDir);
const queue = new SessionQueue<QueueOwner>();
const connections = new Set<ClientConnection>();
const timeLimit = await startTimeLimit({ interrupts: session.interrupts, epitaphFile: files.offencesFile });
const pauses = new LoginPauses();
const context: HostContext = {
  session,
  queue,
  notifications: new NotificationBook<Listener>(),
  log: (level, message, fields = {}) => tell({ kind: 'log', level, message, fields }),
  unnamedStatementOwner: null,
  limit: timeLimit,
  pauses,
  runningOfLogin: null,
  offended(offence, party) {
    writeOffence(files.offencesFile, offence);
    tellOffence(offence, pauses.offended(party, offence.at));
  },
  broken: (error) => {
    console.error('database engine failed:', error);
    if (timeLimit.running && context.runningOfLogin !== null) writeOffence(files.offencesFile, context.runningOfLogin);
    process.exit(timeLimit.running ? EXIT_CODE.brokenByLogin : EXIT_CODE.broken);
  },
};
for (const offence of readOffences(files.offencesFile, Date.now())) {
  // The offence that ended the last process counts from now on: nobody was served meanwhile.
  const party = partyOf((sql) => session.command(sql), offence.role);
  const pause = pauses.offended(party, offence.told ? offence.at : instant(), offence.costsRestart);
  if (!offence.told) tellOffence(offence, pause);
}
const upkeep = new Upkeep(session, queue, context.broken);

let lastConnectionId = 0;
const server = createServer((socket) => {
  const connection = new ClientConnection(++lastConnectionId, socket, context);
  connections.add(connection);
  socket.on('close', () => connections.delete(connection));
});

const address: HostAddress = { socketDir: createSocketDir(files), pid: process.pid };
rmSync(socketPath(address.socketDir), { force: true });
server.listen(socketPath(address.socketDir), () => {
  writeAddress(files, address);
  tell({ kind: 'ready', socketDir: address.socketDir });
});

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  server.close();
  for (const connection of connections) connection.shutDown();
  // The close waits behind the clients' own clean-up, which is in the same queue.
  queue.submitHostWork(() => {
    queue.close();
    upkeep.stop();
    session.close();
    removeAddress(files, address);
    flushCompileCache();
    // All is on disk. An ordinary exit waits until Node has optimised all code that became busy: seconds, for nothing.
    process.kill(process.pid, 'SIGKILL');
  });
}

process.on('message', (message: ToChild) => {
  if (message.kind === 'stop') stop();
});
process.on('disconnect', stop);
if (!process.connected) stop();
