import type { Context, DataContext, WithQueue } from '../../context.ts';
import { UTC_CLOCK } from '../../kernel/time/business-clock.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import {
  addDays,
  ASKED_YEARS,
  daysBetween,
  FIRST_DATE,
  formatRequestDate,
  stretchesOf,
} from '../../kernel/time/business-date.ts';
import { requestDateOfTime } from '../../kernel/time/request-window.ts';
import { isSealed } from '../../kernel/time/sealed-days.ts';
import type { BusinessClock, BusinessDate } from '../../kernel/time/types.ts';
import { MOST_CUSTOM_DAYS } from '../rules/figures/span.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { staleDays } from '../../ledger/store/ledger.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { publishSettled } from '../settled/publish-settled.ts';
import { processParts } from './process.ts';
import { runInTurn } from './run-in-turn.ts';
import type { BatchRequest, BatchResult } from './request.ts';

interface BatchFlags {
  readonly daily: boolean;
  readonly monthly: boolean;
  readonly yearly: boolean;
  readonly updateOnlyVirtual: boolean;
  /** updateData: false is a dry run. */
  readonly write: boolean;
  /** Empty: all units. */
  readonly unitIds: readonly string[];
}

/**
 * Spec gap: with `oldData` the number of earlier days that are stale now, because they were more than one request takes
 * or could not be settled. Sealed days are not counted.
 */
export type TimeResult = BatchResult & { readonly staleDaysLeft?: number };

type Batching = DataContext & Pick<Context, 'log'> & WithQueue;

/**
 * GET batchProcess: the day that ends at the shift start of time's local date; with `oldData` also the stale days
 * before it, the newest 1,100 of them.
 * @param flags.by null: a stranger, or a trigger that has a row of its own. That leaves no row in the audit.
 * @throws ServiceError 1401 no such industry, 1402 time is no timestamp, 1403 a unit that is not the industry's.
 */
export async function processTime(
  context: Batching,
  industryId: string,
  time: string,
  {
    by,
    mostOldDays = MOST_CUSTOM_DAYS,
    ...flags
  }: BatchFlags & { readonly by: Actor | null; readonly oldData: boolean; readonly mostOldDays?: number },
): Promise<TimeResult> {
  const { database, clock } = context;
  const industry = await findIndustry(database, industryId, clock.now());
  if (industry === null)
    throw new ServiceError(1401, `Invalid 'industryId': '${industryId.slice(0, 64)}' is not an industry`, [
      { field: 'industryId', problem: 'is not an industry' },
    ]);
  const date = dateOfTime(industry.clock, time);
  const request = requestOf(industry, date, date, flags);
  if (flags.write && by !== null)
    await auditRange({ context, actor: by, request, ...(flags.oldData ? { oldData: true } : {}) });
  if (!flags.oldData) return processAndTell(context, [request]);
  const staleBefore = async () => {
    const sealed = await sealedDays(database, industry.industryKey);
    const stale = await staleDays(database, industry.industryKey, FIRST_DATE, addDays(date, -1));
    // Only a job writes the missing documents of sealed days.
    return stale.filter((day) => !isSealed(sealed, day.businessDate));
  };
  // Other days are not lost, because the jobs of the ledger rebuild them.
  const days = [...(await staleBefore()).slice(-mostOldDays).map((day) => day.businessDate), date];
  const parts = stretchesOf(days).map(([from, to]) => ({ ...request, from, to }));
  const result = await processAndTell(context, parts);
  return { ...result, staleDaysLeft: (await staleBefore()).length };
}

/**
 * Processing for an unknown caller. The answer is the same, and as fast, whether or not the industry exists, because
 * the industry is looked up after the answer. A dry run would be told to nobody, so there is none.
 * @throws ServiceError 1402 time is no timestamp by any clock.
 */
export function processTimeUnseen(
  context: Batching,
  industryId: string,
  time: string,
  flags: BatchFlags & { readonly oldData: boolean },
): void {
  dateOfTime(UTC_CLOCK, time);
  if (!flags.write) return;
  const notRun = (level: 'info' | 'warn', reason: string): void =>
    context.log[level]({ reason }, 'a batch that was asked for without a token was not run');
  const run = async (): Promise<void> => {
    await processTime(context, industryId, time, { ...flags, by: null }).catch((error: unknown) =>
      notRun(error instanceof ServiceError ? 'info' : 'warn', reasonOf(error)),
    );
  };
  if (!runInTurn(industryId, run)) notRun('warn', 'too many wait');
}

/**
 * GET batchProcess/range: request dates, both included. None when `from` is after `to`.
 * @throws ServiceError 1403 for more than 1,100 days, and for a unit that is not the industry's.
 */
export async function processRange(
  context: Batching,
  industry: Industry,
  from: BusinessDate,
  to: BusinessDate,
  { by, ...flags }: BatchFlags & { readonly by: Actor },
): Promise<BatchResult> {
  const days = daysBetween(from, to) + 1;
  if (days > MOST_CUSTOM_DAYS) {
    const problem = `'${formatRequestDate(to)}' is ${days} days from startDate, allowed are ${MOST_CUSTOM_DAYS}`;
    throw invalid(1403, 'endDate', problem);
  }
  const request = requestOf(industry, from, to, flags);
  // The audit row comes before the run, because a run commits day by day. A run that writes nothing is no act.
  if (flags.write && days > 0) await auditRange({ context, actor: by, request });
  return processAndTell(context, [request]);
}

/** Consumers of settled days are told at once. */
async function processAndTell(context: Batching, parts: readonly BatchRequest[]): Promise<BatchResult> {
  const result = await processParts(context, parts);
  await publishSettled(context, context.queue);
  return result;
}

/** @throws ServiceError 1402 */
function dateOfTime(clock: BusinessClock, time: string): BusinessDate {
  const date = requestDateOfTime(clock, time);
  if (date !== null) return date;
  const problem = `is not an ISO 8601 timestamp of ${ASKED_YEARS}`;
  throw new ServiceError(1402, `Invalid 'time': '${time.slice(0, 80)}' ${problem}`, [{ field: 'time', problem }]);
}

/** The row of a run over days that somebody asks for. */
export function auditRange({ context: { database, clock }, actor, request, ...more }: AskedRange): Promise<void> {
  const { industry, from, to, unitIds, updateOnlyVirtual } = request;
  const facts = { from: formatRequestDate(from), to: formatRequestDate(to), updateOnlyVirtual };
  return writeAudit(database, {
    at: clock.now(),
    actor,
    industryKey: industry.industryKey,
    verb: 'batch.range',
    subject: industry.industryId,
    before: null,
    after: { ...facts, unitIds: unitIds === null ? 'all' : [...unitIds], ...more },
  });
}

interface AskedRange {
  readonly context: DataContext;
  readonly actor: Actor;
  readonly request: BatchRequest;
  /** Stale days before it are processed, too. */
  readonly oldData?: true;
}

function requestOf(industry: Industry, from: BusinessDate, to: BusinessDate, flags: BatchFlags): BatchRequest {
  const unknown = flags.unitIds.find((unitId) => !withRetired(industry).units.has(unitId));
  if (unknown !== undefined)
    throw new ServiceError(1403, `Invalid 'unitIds': '${unknown.slice(0, 80)}' is not a unit of the industry`, [
      { field: 'unitIds', problem: 'is not a unit of the industry' },
    ]);
  const { daily, monthly, yearly, updateOnlyVirtual, write } = flags;
  return {
    industry,
    from,
    to,
    daily,
    monthly,
    yearly,
    updateOnlyVirtual,
    write,
    unitIds: flags.unitIds.length === 0 ? null : new Set(flags.unitIds),
  };
}
