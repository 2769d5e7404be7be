import type { DataContext } from '../context.ts';
import { crossingsIn, readingsBeforeMs, withCrossed, withReadingOf } from './rules/crossing.ts';
import type { RuleDefinition } from './rules/rule.ts';
import type { AlertInput, TotalPeriod } from './rules/types.ts';
import type { Industry, StoredUnit } from '../kernel/industry/industry.ts';
import { unitOverTime } from '../kernel/industry/unit-over-time.ts';
import { businessAt } from '../kernel/time/business-clock.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { readingsOfSpans } from './store/watched-readings.ts';

/** The input of a rule for one unit. */
interface Looking {
  readonly rule: Pick<RuleDefinition, 'alertType' | 'settings'>;
  readonly stored: StoredUnit | null;
  readonly input: AlertInput;
  /** Looks up to here were taken before. */
  readonly seen: EpochMillis;
}

/**
 * Most crossings read by the minute. More are read by the hour, because a replay of years asks how often and not at
 * which minute.
 */
const MOST_CROSSINGS = 5000;

/**
 * The inputs, in their order, in which totals pass their limits, and flow ends a standstill, at the very readings that
 * did so.
 */
export async function withCrossings(
  { database }: DataContext,
  { clock }: Industry,
  looking: readonly Looking[],
): Promise<AlertInput[]> {
  const wanted = looking.flatMap(({ rule, stored, input, seen }, place) => {
    // A formula's result has no readings.
    if (stored === null || stored.current.group === 'VIRTUAL') return [];
    const { limit, crossings } = crossingsIn(input, rule, seen);
    return crossings.map((crossing) => ({ place, stored, limit, crossing }));
  });
  if (wanted.length === 0 || wanted.length > MOST_CROSSINGS) return looking.map(({ input }) => input);
  const readings = await readingsOfSpans(
    database,
    wanted.map(({ stored: { unitKey, current }, crossing: { fromEpochMs, toEpochMs } }) => ({
      unitKey,
      fromAt: businessAt(clock, fromEpochMs - readingsBeforeMs(current)),
      beforeAt: businessAt(clock, toEpochMs + 1),
    })),
  );
  const refined = new Map<number, Map<EpochMillis, TotalPeriod>>();
  for (const [index, { place, stored, limit, crossing }] of wanted.entries()) {
    const periods = refined.get(place) ?? new Map<EpochMillis, TotalPeriod>();
    periods.set(
      crossing.period.startEpochMs,
      withReadingOf(crossing, unitOverTime(clock, stored), readings[index] ?? [], limit),
    );
    refined.set(place, periods);
  }
  return looking.map(({ input }, place) => {
    const periods = refined.get(place);
    return periods === undefined ? input : withCrossed(input, periods);
  });
}
