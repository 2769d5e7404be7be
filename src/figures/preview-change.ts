import type { DataContext } from '../context.ts';
import type { Figure } from '../kernel/document/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { addDays, eachDate, earlierOf } from '../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { Querier } from '../platform/database/database.ts';
import type { GapSpan } from '../readings/edits/find-gaps.ts';
import { type Decision, type TriedChange, tryEstimates, tryReadingChange } from '../readings/edits/reading-edits.ts';
import type { SkippedGap } from '../readings/rules/estimate-gaps.ts';
import type { ReadingChange } from '../readings/store/reading-edits.ts';
import { computeDays } from './compute-days.ts';
import { virtualPlannerOf } from './virtual-plan.ts';

/** A unit's figure in the document of a day, and the water beside it, in thousandths of the unit's siUnit. */
interface Told {
  /** null: no data. */
  readonly figure: Figure;
  /** Amount that passed and is in no hour; 0: nothing. */
  readonly unheard: number;
}

/** A day of a unit of which a changed reading makes something else be told. */
export interface PreviewedDay {
  readonly unitId: string;
  readonly date: BusinessDate;
  readonly before: Told;
  readonly after: Told;
}

interface ChangePreview extends Pick<ReadingChange, 'before' | 'after'> {
  readonly days: readonly PreviewedDay[];
}

/** Takes the transaction back, with what was seen in it. */
class TakenBack<T> extends Error {
  readonly seen: T;
  constructor(seen: T) {
    super('A preview writes nothing.');
    this.seen = seen;
  }
}

/**
 * Previews a change of one reading: the figures of the reading's day and of the next one, for the unit and for all
 * units that are computed from it.
 * @throws ServiceError 404 for no such unit, reading or edit, 400 for a sealed day, 1430 for a value no reading has
 */
export async function previewChange(
  context: DataContext,
  decision: Decision,
  createdOnEpochMs: EpochMillis,
  tried: TriedChange,
): Promise<ChangePreview> {
  const now = context.clock.now();
  const span = { fromEpochMs: createdOnEpochMs, toEpochMs: createdOnEpochMs };
  const { change, days } = await previewOf(context, decision, { span, now }, (db) =>
    tryReadingChange(db, decision, { createdOnEpochMs, now, ...tried }),
  );
  return { ...change, days };
}

interface EstimatesPreview {
  readonly estimates: readonly ReadingChange[];
  /** Gaps in which nothing runs straight. */
  readonly skipped: readonly SkippedGap[];
  readonly days: readonly PreviewedDay[];
}

/**
 * Previews the estimates of gaps: what they would be, and the figures of their days and of the next one.
 * @throws ServiceError 404 for no such unit, 400 for a unit without a quantity to interpolate or a sealed day
 */
export async function previewEstimates(
  context: DataContext,
  decision: Decision,
  span: GapSpan,
): Promise<EstimatesPreview> {
  const now = context.clock.now();
  const { change, days } = await previewOf(context, decision, { span, now }, (db) =>
    tryEstimates(db, decision, { span, now }),
  );
  return { estimates: change.changes, skipped: change.skipped, days };
}

/** Makes a change, computes the days as always, and takes the transaction back. */
async function previewOf<T>(
  { database }: DataContext,
  { industry, unitId }: Decision,
  { span, now }: { readonly span: GapSpan; readonly now: EpochMillis },
  change: (db: Querier) => Promise<T>,
): Promise<{ readonly change: T; readonly days: readonly PreviewedDay[] }> {
  const [first, last] = [span.fromEpochMs, span.toEpochMs].map((at) => businessDateOf(industry.clock, at));
  if (first === undefined || last === undefined) throw new RangeError('A span has two ends.');
  // A register's next reading counts what passed since this one, and may lie behind the end of the day.
  const dates = [...eachDate(first, earlierOf(addDays(last, 1), businessDateOf(industry.clock, now)))];
  const planOf = virtualPlannerOf(industry);
  const dependants = dates.flatMap((date) => [...planOf(date).graph.dependantsOf(new Set([unitId]))]);
  const wanted = { industry, dates, unitIds: new Set([unitId, ...dependants]), now };
  try {
    return await database.transaction(async (db) => {
      // Readings may arrive until the change holds the industry, because devices should not wait for both looks.
      const before = await toldDays(db, wanted);
      const made = await change(db);
      const after = await toldDays(db, wanted);
      const days = [...after]
        .map(([key, { told, ...day }]) => ({ ...day, before: before.get(key)?.told ?? NOTHING_TOLD, after: told }))
        .filter((day) => JSON.stringify(day.before) !== JSON.stringify(day.after));
      throw new TakenBack({ change: made, days });
    });
  } catch (error) {
    // The class carries what this very transaction has seen.
    if (error instanceof TakenBack) return error.seen as { change: T; days: readonly PreviewedDay[] };
    throw error;
  }
}

interface Wanted {
  readonly industry: Industry;
  readonly dates: readonly BusinessDate[];
  readonly unitIds: ReadonlySet<string>;
  readonly now: EpochMillis;
}

const NOTHING_TOLD: Told = { figure: null, unheard: 0 };

/** Figures of the documents of the days, by day and unit in their order. */
async function toldDays(db: Querier, wanted: Wanted) {
  const found = new Map<string, { unitId: string; date: BusinessDate; told: Told }>();
  for await (const { date, documents } of computeDays(db, { ...wanted, materialisedBefore: null, figuresOnly: true }))
    for (const [unitId, { value, meta }] of documents)
      found.set(`${date} ${unitId}`, { unitId, date, told: { figure: value, unheard: meta.unheard?.value ?? 0 } });
  return found;
}
