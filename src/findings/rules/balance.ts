import type { BusinessDate } from '../../kernel/time/types.ts';
import { middleOf } from '../../kernel/statistics.ts';
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

export const BALANCE_SAYS = 'More water comes in than is accounted for, beyond what the meters may be wrong by';

/** Days in a row with a loss that make a finding. A single day may be a tank. */
const DAYS = 3;
/** Share of the inflow up to which a loss is tolerated. */
const TOLERATED_SHARE = 0.1;

const limitOf = ({ inflow, band95 }: BalancedDay): number => Math.max(TOLERATED_SHARE * (inflow ?? 0), band95 ?? 0);

/**
 * Runs of days on which water is lost.
 * @param days neighbouring ended days, ascending
 */
export function balanceFindings(days: readonly BalancedDay[]): Found[] {
  const runs = runsOf(
    days.length,
    () => DAYS,
    (index) => {
      const day = days[index];
      if (day === undefined || day.inflow === null || day.imbalance === null) return 'neither';
      return day.imbalance > limitOf(day) ? 'yes' : 'no';
    },
  );
  return runs.flatMap((run): Found[] => {
    const own = days.slice(run.first, run.last + 1).filter(({ imbalance }) => imbalance !== null);
    const [firstDay, raisedOn, lastDay] = [run.first, run.raised, run.last].map((at) => days[at]?.date);
    if (firstDay === undefined || raisedOn === undefined || lastDay === undefined) return [];
    const quantity = own.reduce((sum, { imbalance }) => sum + (imbalance ?? 0), 0);
    const limit = middleOf(own.map(limitOf));
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
          inflowPerDay: middleOf(own.flatMap(({ inflow }) => inflow ?? [])),
        },
      },
    ];
  });
}
