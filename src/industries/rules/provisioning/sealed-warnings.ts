import type { ErrorDetail } from '../../../kernel/errors.ts';
import { firstNames } from '../../../kernel/text.ts';
import { formatRequestDate, monthOf } from '../../../kernel/time/business-date.ts';
import { firstOfMonthKey, monthKeyOf, type SealedDays } from '../../../kernel/time/sealed-days.ts';
import type { StaleUnit } from './unit-plan.ts';

const MOST_NAMED = 12;

const named = (names: readonly string[]): string => firstNames(names, MOST_NAMED);

/**
 * Warnings about sealed days within the span of a change. Spec gap: figures of a sealed day are final, so a changed
 * factor does not reach it. Units with the same sealed days share a warning.
 * @param fieldOf the path of a unit's date
 */
export function sealedWarnings(
  stale: readonly StaleUnit[],
  sealed: SealedDays,
  fieldOf: (unitId: string) => string,
): ErrorDetail[] {
  const reached = stale.flatMap(({ unitId, fromDate }) => {
    const why = sealedSince(fromDate, sealed);
    return why === null ? [] : [{ unitId, why }];
  });
  return [...Map.groupBy(reached, ({ why }) => why)].map(([why, units]) => {
    const [first] = units;
    return units.length === 1 && first !== undefined
      ? { field: fieldOf(first.unitId), problem: `changes no figure of sealed days: ${why}` }
      : {
          field: 'units',
          problem: `${named(units.map(({ unitId }) => unitId))} change no figure of sealed days: ${why}`,
        };
  });
}

function sealedSince(fromDate: StaleUnit['fromDate'], { before, months }: SealedDays): string | null {
  const reached = [...months].filter((key) => key >= monthKeyOf(fromDate)).sort();
  const reasons = [
    ...(reached.length > 0
      ? [`the readings of ${named(reached.map((key) => monthOf(firstOfMonthKey(key))))} are archived`]
      : []),
    ...(before !== null && fromDate < before ? [`readings before ${formatRequestDate(before)} have been removed`] : []),
  ];
  return reasons.length === 0 ? null : reasons.join(', ');
}
