import { closedBefore } from '../ledger/closing.ts';
import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { SealedDays } from '../kernel/time/sealed-days.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { createClockReader } from '../kernel/time/business-clock.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { decideCases, type HeldCase, listQuarantine, type QuarantineCase, takeHeldCases } from './store/quarantine.ts';
import { requireClock } from '../platform/directory/require-clock.ts';
import { SentRowsBuilder, type SentRow } from './sent-rows.ts';
import { rebuildSoon } from '../ledger/ask-for-rebuilds.ts';
import type { StoredRows } from './store-rows.ts';
import { storeAndWithdraw, retryConflict } from './store-rows-with-retry.ts';
import type { IntakeContext } from './intake.ts';
import { NOTHING_REFUSED } from './refused-rows.ts';

export type { QuarantineCase };

/** Fields that replace those of the row as it was sent; null takes a field out. */
type Correction = Readonly<Record<string, unknown>>;

interface Decision {
  readonly industry: Industry;
  readonly ids: readonly number[];
  readonly by: Actor;
}

/** One page of rejected rows, the oldest first, after the given id. */
export const readQuarantine = (
  { database }: DataContext,
  industryKey: number,
  status: QuarantineCase['status'],
  afterId: number,
  limit: number,
): Promise<QuarantineCase[]> => listQuarantine(database, industryKey, status, afterId, limit);

/**
 * Submits held rows again, with corrections. Rows that are refused again stay held. The decision and its effect are one
 * transaction, so nobody can decide a row twice.
 */
export async function releaseRows(context: IntakeContext, decision: Decision, correction: Correction) {
  const { database, clock, countRows, tellStored } = context;
  const { answer, stored } = await retryConflict(() =>
    database.transaction((transaction) => releaseHeld(transaction, decision, correction, clock.now())),
  );
  for (const one of stored) {
    countRows('quarantine', 'inserted', one.inserted);
    countRows('quarantine', 'updated', one.updated);
    if (one.inserted + one.updated > 0) tellStored(decision.industry, one);
  }
  await rebuildSoon(context, decision.industry, [...new Set(stored.flatMap(({ staleDates }) => staleDates))].sort());
  return answer;
}

export async function discardRows({ database, clock }: DataContext, { industry, ids, by }: Decision) {
  const now = clock.now();
  const discarded = new Set(
    await database.transaction((transaction) => decide(transaction, { industry, ids, by }, 'discarded', now)),
  );
  return { discarded: ids.filter((id) => discarded.has(id)), notHeld: ids.filter((id) => !discarded.has(id)) };
}

async function releaseHeld(db: Querier, decision: Decision, correction: Correction, now: number) {
  const { industry, ids, by } = decision;
  const cases = await takeHeldCases(db, industry.industryKey, ids);
  const { sealed } = await requireClock(db, industry);
  // Parts of readings add to what is stored of their instant, and whole readings replace it.
  const released: Released[] = [];
  for (const alike of Map.groupBy(cases, ({ isPartial }) => isPartial).values())
    released.push(await releaseAlike(db, { industry, sealed, correction, now }, alike));
  const accepted = released.flatMap((one) => one.accepted);
  if (accepted.length > 0) await decide(db, { industry, ids: accepted, by }, 'released', now, correction);
  const taken = new Set(cases.map(({ quarantineId }) => quarantineId));
  return {
    stored: released.map(({ stored }) => stored),
    answer: {
      released: accepted.sort((a, b) => a - b),
      held: released.flatMap(({ held }) => held).sort((a, b) => a.id - b.id),
      notHeld: ids.filter((id) => !taken.has(id)),
    },
  };
}

interface Released {
  readonly stored: StoredRows;
  readonly accepted: readonly number[];
  /** Cases that are refused again, and why. */
  readonly held: readonly { readonly id: number; readonly reason: string }[];
}

interface Releasing {
  readonly industry: Industry;
  readonly sealed: SealedDays;
  readonly correction: Correction;
  readonly now: EpochMillis;
}

/** Submits cases that are all parts of readings, or none of which is. */
async function releaseAlike(
  db: Querier,
  { industry, sealed, correction, now }: Releasing,
  cases: readonly HeldCase[],
): Promise<Released> {
  const clockReader = createClockReader(industry.clock);
  const builder = new SentRowsBuilder(industry, clockReader, sealed);
  const refusals = cases.map(({ raw, isPartial }, index) =>
    builder.add({ ...corrected(raw, correction), isPartial }, index, now),
  );
  const readable = cases.filter((_, index) => refusals[index] === null);

  // Rows that are refused again are in the quarantine already.
  const stored = await storeAndWithdraw(
    db,
    { ...builder.finish(), refused: NOTHING_REFUSED },
    {
      industry,
      source: 'quarantine',
      presence: 'some stored',
      receivedAt: new Date(now),
      closedBefore: closedBefore(clockReader, now),
    },
  );
  // Readings are counted in the order in which they were added.
  const accepted = readable.filter((_, index) => !stored.decided.has(index)).map(({ quarantineId }) => quarantineId);
  const left = new Set(readable.map(({ quarantineId }) => quarantineId)).difference(new Set(accepted));
  const held = cases.flatMap(({ quarantineId }, index) => {
    const refusal = refusals[index];
    if (refusal != null) return [{ id: quarantineId, reason: refusal.reason }];
    return left.has(quarantineId) ? [{ id: quarantineId, reason: DECIDED_BY_HAND }] : [];
  });
  return { stored, accepted, held };
}

const DECIDED_BY_HAND = 'a person has edited or removed the reading of this instant: take that back first';

const VERBS = { released: 'quarantine.release', discarded: 'quarantine.discard' } as const;

/**
 * Records a decision about held rows in the audit.
 * @returns ids of the rows that were held.
 */
async function decide(
  db: Querier,
  { industry, ids, by }: Decision,
  status: keyof typeof VERBS,
  now: EpochMillis,
  correction: Correction = {},
): Promise<number[]> {
  const decided = await decideCases(db, industry.industryKey, ids, status, by.userId, new Date(now));
  if (decided.length > 0)
    await writeAudit(db, {
      at: now,
      actor: by,
      industryKey: industry.industryKey,
      verb: VERBS[status],
      subject: decided.length === 1 ? '1 reading' : `${decided.length} readings`,
      before: null,
      // A JSON parser made the correction, so it is JSON.
      after: { ids: decided, correction: correction as JsonValue },
    });
  return decided;
}

/**
 * The row as it was sent, with its corrections. Corrections of a text that is no JSON object apply to an object without
 * fields.
 */
function corrected(raw: string, correction: Correction): SentRow {
  const given = Object.entries(correction);
  const sent = parsed(raw);
  if (given.length === 0)
    return sent === undefined
      ? { text: raw, problem: 'the row is not JSON; name the fields of the reading', code: 'not_a_reading' }
      : { row: sent };
  const fields = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? Object.entries(sent) : [];
  return { row: Object.fromEntries([...fields, ...given].filter(([name]) => correction[name] !== null)) };
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
