import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { FindingAct } from '../rules/acts.ts';
import type { FindingFate } from '../rules/reconcile.ts';
import { findFinding, type StoredFinding } from './insights.ts';

/** Locks the finding until the transaction ends; null: the industry has no such finding. */
export const holdFinding = async (
  transaction: Querier,
  industryKey: number,
  findingId: string,
  today: BusinessDate,
): Promise<StoredFinding | null> => {
  await transaction.many('insights.hold_finding', { industryKey, findingId });
  return findFinding(transaction, industryKey, findingId, today);
};

interface PersonsWord {
  readonly fate: Exclude<FindingFate, 'healed'> | null;
  readonly at: Date | null;
  readonly by: string | null;
  readonly reason: string | null;
}

export const judgeFinding = async (
  transaction: Querier,
  industryKey: number,
  findingKey: number,
  { fate, at, by, reason }: PersonsWord,
): Promise<void> => {
  await transaction.many('insights.judge', { industryKey, findingKey, fate, at, by, reason });
};

export const setAcknowledged = async (
  transaction: Querier,
  industryKey: number,
  findingKey: number,
  { at, userId }: { readonly at: Date; readonly userId: string },
): Promise<void> => {
  await transaction.many('insights.acknowledge', { industryKey, findingKey, at, userId });
};

/** @param assigneeId null: nobody works on it */
export const setAssignee = async (
  transaction: Querier,
  industryKey: number,
  findingKey: number,
  assigneeId: string | null,
): Promise<void> => {
  await transaction.many('insights.assign', { industryKey, findingKey, assigneeId });
};

/** One act of a person on a finding. */
interface ActOnFinding {
  readonly at: Date;
  readonly userId: string;
  readonly act: FindingAct;
  /** Comment, note, reason or the end of a mute; null: none was given. */
  readonly detail: string | null;
  /** Who it was handed to, or taken from; null: the act is another one. */
  readonly assigneeId: string | null;
}

/** An act as its history shows it, with names of people; null: the name is not known. */
export interface FindingActRow extends ActOnFinding {
  readonly userName: string | null;
  readonly assigneeName: string | null;
}

export const writeFindingAct = async (
  transaction: Querier,
  findingKey: number,
  { at, userId, act, detail, assigneeId }: ActOnFinding,
): Promise<void> => {
  await transaction.many('insights.write_act', { findingKey, at, userId, act, detail, assigneeId });
};

/** Oldest first. */
export const findingActs = async (db: Querier, industryKey: number, findingKey: number): Promise<FindingActRow[]> =>
  (
    await db.many<Omit<FindingActRow, 'at'> & { readonly actedAt: string }>('insights.acts', {
      industryKey,
      findingKey,
    })
  ).map(({ actedAt, ...row }) => ({ at: new Date(actedAt), ...row }));
