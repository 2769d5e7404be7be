import { statfs } from 'node:fs/promises';
import type { Clock, Context } from '../../context.ts';
import type { Database } from '../database/database.ts';
import type { BrokerLink } from '../readiness.ts';
import type { Faults } from './faults.ts';
import { askDatabase, countWaitingMails } from './store/faults.ts';

/** Whom a process watches for faults. */
interface Watched extends Pick<Context, 'clock' | 'log'> {
  readonly database: Database;
  readonly faults: Faults;
  /** Name of this process, by which operators find it. */
  readonly process: string;
  readonly broker: () => BrokerLink | null;
  /** Looks whether the replica has answered no reads for a while; null: there is none. */
  readonly isReplicaPassedOver: (() => Promise<boolean>) | null;
  /** null where the database is a server. */
  readonly engineRestarts: () => number | null;
  /** Directory on the disk of the database; null where that is another machine's. */
  readonly dataDir: string | null;
}

const LOOK_MILLISECONDS = 500;
/** Looks between two questions while all is well. */
const PATIENT_LOOKS = 6;
/** A clock that differs by less does no harm: readings are judged by hours, silence by minutes. */
const HARMLESS_MILLISECONDS = 30_000;

/** Share of a disk, and bytes of a large one, below which it counts as nearly full. */
const SHORT_SHARE = 0.05;
const SHORT_BYTES = 5_000_000_000;

/** Free bytes where so few are left that the disk counts as nearly full; null: there is room. */
export const shortRoom = ({ free, total }: { readonly free: number; readonly total: number }): number | null =>
  free < Math.min(total * SHORT_SHARE, SHORT_BYTES) ? free : null;

/** Gives the function that tells by how much the clock was set since it was last asked; 0: it went on. */
function clockSteps(clock: Clock): () => number {
  const setTo = (): number => clock.now() - performance.now();
  let before = setTo();
  return () => {
    const now = setTo();
    const step = now - before;
    before = now;
    return Math.abs(step) > HARMLESS_MILLISECONDS ? step : 0;
  };
}

/**
 * Looks at what this process rests on, every few seconds, and writes faults down.
 * @returns the function that ends it
 */
export function watchSurroundings(watched: Watched): () => Promise<void> {
  const { database, clock, log, faults, process, broker, isReplicaPassedOver, engineRestarts, dataDir } = watched;
  const step = clockSteps(clock);
  let startedAt: string | null = null;
  let restarts = engineRestarts();

  async function lookAtDatabase(): Promise<boolean> {
    faults.attributeRefused();
    const asked = performance.now();
    const answer = await askDatabase(database).catch(() => null);
    if (answer === null) {
      faults.begin('database');
      return false;
    }
    const took = performance.now() - asked;
    // The answer was given at some time in between.
    const ahead = clock.now() - took / 2 - answer.now;
    if (Math.abs(ahead) - took / 2 > HARMLESS_MILLISECONDS) faults.begin('clock', { milliseconds: ahead });
    else faults.end('clock');
    const isRestart = engineRestarts() !== restarts || (startedAt !== null && startedAt !== answer.startedAt);
    restarts = engineRestarts();
    startedAt = answer.startedAt;
    if (isRestart) faults.begin('database', { isRestart });
    faults.end('database');
    return true;
  }

  async function lookAtDisk(): Promise<void> {
    if (await database.isDiskFull()) faults.begin('disk');
    else if (faults.lasts('disk')) faults.end('disk');
    if (dataDir === null) return;
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const freeBytes = shortRoom({ free: bavail * bsize, total: blocks * bsize });
    if (freeBytes !== null) faults.begin('room', { freeBytes });
    else if (faults.lasts('room')) faults.end('room');
  }

  async function look(): Promise<void> {
    const milliseconds = step();
    if (milliseconds !== 0) {
      faults.begin('jump', { milliseconds });
      faults.end('jump');
    }
    const link = broker();
    if (link === 'away') faults.begin('broker');
    else if (link === 'connected') faults.end('broker');
    if (!(await lookAtDatabase())) return;
    await lookAtDisk();
    if (isReplicaPassedOver !== null) {
      if (await isReplicaPassedOver()) faults.begin('replica');
      else faults.end('replica');
    }
    if (faults.lasts('mail')) faults.countMails(await countWaitingMails(database, new Date(clock.now())));
    await faults.write(database, process);
  }

  let isStopped = false;
  let looking: Promise<void> | null = null;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (looking !== null || isStopped) return;
    if (looks % PATIENT_LOOKS !== 0 && !faults.lasts('database')) return;
    looking = look()
      .catch((error: unknown) => log.debug({ err: error }, 'faults could not be written down'))
      .finally(() => {
        looking = null;
      });
  }, LOOK_MILLISECONDS);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await looking;
  };
}
