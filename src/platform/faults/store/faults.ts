import type { Querier, RowOf } from '../../database/database.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { type Fault, FAULT_KINDS, type FaultFacts, type FaultKind } from '../rules/fault.ts';

/** A fault with its instants as milliseconds before now. */
interface MetFault extends FaultFacts {
  readonly kind: FaultKind;
  readonly process: string;
  readonly beganAgo: number;
  readonly seenAgo: number;
  /** null: it lasts. */
  readonly endedAgo: number | null;
}

export async function recordFault(db: Querier, fault: MetFault): Promise<void> {
  await db.many('faults.record', { ...fault });
}

/** false: another process has ended it. */
export const touchFault = async (db: Querier, fault: Pick<MetFault, 'kind' | 'process' | 'mails'>): Promise<boolean> =>
  (await db.many('faults.touch', { ...fault })).length > 0;

export async function endFault(db: Querier, fault: Pick<MetFault, 'kind' | 'process' | 'endedAgo'>): Promise<void> {
  await db.many('faults.end', { ...fault });
}

interface Surroundings {
  /** Time of the database's clock. */
  readonly now: EpochMillis;
  readonly startedAt: string;
}

export async function askDatabase(db: Querier): Promise<Surroundings> {
  const { nowMs, startedAt } = await db.one<{ nowMs: number; startedAt: string }>('faults.surroundings');
  return { now: nowMs, startedAt };
}

/** Mails that could leave and have not. */
export const countWaitingMails = async (db: Querier, now: Date): Promise<number> =>
  (await db.one<{ mails: number }>('faults.waiting_mails', { now })).mails;

interface FaultRow extends FaultFacts {
  readonly kind: FaultKind;
  readonly process: string;
  readonly beganAt: Date;
  readonly seenAt: Date;
  readonly endedAt: Date | null;
  readonly times: number;
}

/** Faults of all processes that last or ended within a week, those that last first. */
export async function newestFaults(db: Querier, now: Date): Promise<Fault[]> {
  const stored = await db.many<RowOf<FaultRow, 'beganAt' | 'seenAt' | 'endedAt'>>('faults.newest');
  // A process of a later release may have met a kind that this one has no words for.
  const rows = stored.filter(({ kind }) => FAULT_KINDS.includes(kind));
  const waiting = rows.some(({ kind }) => kind === 'mail') ? await countWaitingMails(db, now) : null;
  return rows.map(({ beganAt, seenAt, endedAt, ...row }) => ({
    ...row,
    began: Date.parse(beganAt),
    seen: Date.parse(seenAt),
    ended: endedAt === null ? null : Date.parse(endedAt),
    mailsWaiting: row.kind === 'mail' ? waiting : null,
  }));
}

export async function forgetFaults(db: Querier, before: Date): Promise<void> {
  await db.many('faults.forget', { before });
}
