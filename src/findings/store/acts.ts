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

export const acknowledgeFinding = async (
  transaction: Querier,
  industryKey: number,
  findingKey: number,
  { at, userId }: { readonly at: Date; readonly userId: string },
): Promise<void> => {
  await transaction.many('insights.acknowledge', { industryKey, findingKey, at, userId });
};

/** @param assigneeId null: nobody works on it */
export const assignFinding = async (
  transaction: Querier,
  industryKey: number,
  findingKey: number,
  assigneeId: string | null,
): Promise<void> => {
  await transaction.many('insights.assign', { industryKey, findingKey, assigneeId });
};

/** A user of the industry who could work on a finding; null: it has no such user. */
export const findAssignee = (
  db: Querier,
  industryKey: number,
  userId: string,
): Promise<{ readonly disabled: boolean } | null> => db.maybeOne('insights.find_assignee', { industryKey, userId });

/** One act of a person on a finding. */
export interface FindingActRow {
  readonly at: Date;
  readonly userId: string;
  readonly act: FindingAct;
  /** Comment, note, reason, the assignee or the end of a mute; null: none was given. */
  readonly detail: string | null;
}

export const writeFindingAct = async (
  transaction: Querier,
  findingKey: number,
  { at, userId, act, detail }: FindingActRow,
): Promise<void> => {
  await transaction.many('insights.write_act', { findingKey, at, userId, act, detail });
};

/** Oldest first. */
export const findingActs = async (db: Querier, industryKey: number, findingKey: number): Promise<FindingActRow[]> =>
  (
    await db.many<Omit<FindingActRow, 'at'> & { readonly actedAt: string }>('insights.acts', {
      industryKey,
      findingKey,
    })
  ).map(({ actedAt, ...row }) => ({ at: new Date(actedAt), ...row }));
