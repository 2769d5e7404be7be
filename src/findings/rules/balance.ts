import type { BusinessDate } from '../../kernel/time/types.ts';
import { middleOf } from '../../kernel/statistics.ts';
import { limitOf, type LimitsInForce } from './kinds.ts';
import { runsOf } from './runs.ts';
import type { Found } from './types.ts';

/** Unaccounted-for water of one day, in thousandths; null: unknown. */
interface BalancedDay {
  readonly date: BusinessDate;
  readonly inflow: number | null;
  readonly imbalance: number | null;
  /** Half-width of the 95 % band; null: unknown. */
  readonly band95: number | null;
}

/** A day whose loss can be told apart from the error of its meters. */
type KnownDay = { readonly [Field in keyof BalancedDay]: NonNullable<BalancedDay[Field]> };

/** A meter that sends nothing makes the band unknown, never 0 wide, because unmeasured water is no loss. */
const isKnown = (day: BalancedDay | undefined): day is KnownDay =>
  day !== undefined && day.inflow !== null && day.imbalance !== null && day.band95 !== null;

/** Days in a row with a loss that make a finding. A single day may be a tank. */
const DAYS = 3;
/** The tolerated loss of a day: a share of the inflow, or the error of the meters where that is larger. */
const toleratedOf = ({ inflow, band95 }: KnownDay, percent: number): number =>
  Math.max((percent / 100) * inflow, band95);

/**
 * Runs of days on which water is lost.
 * @param days neighbouring ended days, ascending
 * @param limits limits that the industry has set
 */
export function balanceFindings(days: readonly BalancedDay[], limits: LimitsInForce = {}): Found[] {
  const tolerated = (day: KnownDay): number => toleratedOf(day, limitOf(limits, 'balance') ?? 0);
  const runs = runsOf(
    days.length,
    () => DAYS,
    (index) => {
      const day = days[index];
      if (!isKnown(day)) return 'neither';
      return day.imbalance > tolerated(day) ? 'yes' : 'no';
    },
  );
  return runs.flatMap((run): Found[] => {
    const own = days.slice(run.first, run.last + 1).filter(isKnown);
    const [firstDay, raisedOn, lastDay] = [run.first, run.raised, run.last].map((at) => days[at]?.date);
    if (firstDay === undefined || raisedOn === undefined || lastDay === undefined) return [];
    const quantity = own.reduce((sum, { imbalance }) => sum + imbalance, 0);
    const limit = middleOf(own.map(tolerated));
    return [
      {
        kind: 'balance',
        unitId: null,
        firstDay,
        raisedOn,
        lastDay,
        isOpen: run.last === days.length - 1,
        quantity,
        quantityPerDay: quantity / own.length,
        confidence: Math.min(0.9, 0.4 + (0.2 * quantity) / Math.max(limit * own.length, Number.MIN_VALUE)),
        evidence: {
          days: own.length,
          imbalancePerDay: quantity / own.length,
          limitPerDay: limit,
          inflowPerDay: middleOf(own.map(({ inflow }) => inflow)),
        },
      },
    ];
  });
}
