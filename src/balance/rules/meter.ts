import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import { numberOrNull } from '../../figures/rules/processors/numbers.ts';
import type { Accuracy } from './accuracy.ts';

/** The level of a tank at the end of one day, in milli-units. */
export interface Level {
  /** null: no level was read. */
  readonly level: number | null;
  readonly capacity: number | null;
  /** Estimated readings as a share of the day's readings. */
  readonly estimatedShare: number;
  /** true: the level was read on the day itself; false: it is the last level read before. */
  readonly isOfItsDay: boolean;
}

/** A unit with readings of its own over a period; figures in milli-units. */
export interface Meter {
  readonly unitId: string;
  readonly displayName: string;
  readonly accuracy: Accuracy;
  /** Figure of the whole period. */
  readonly value: number | null;
  /** Figure of each day of the period. */
  readonly days: readonly (number | null)[];
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  readonly readingsUsed: number;
  readonly readingsEstimated: number;
  /** Levels of a tank: before the first day, then after each day; null for other units. */
  readonly levels: readonly Level[] | null;
}

/** Level of a tank when the period began. */
export interface Before {
  /** null: no level was ever read. */
  readonly level: number | null;
  readonly estimatedShare: number;
  readonly isOfItsDay: boolean;
}

interface MeterParts {
  readonly span: UnitSpan;
  readonly accuracy: Accuracy;
  /** Number of days of the period that have begun. Levels of later days are not missing. */
  readonly daysBegun: number;
  /** For a tank: its level before the first day, and its capacity before the first and after each day. */
  readonly tank: { readonly before: Before; readonly capacities: readonly (number | null)[] } | null;
}

export function meterOf({ span: { unit, figures, entries }, accuracy, daysBegun, tank }: MeterParts): Meter {
  const begun = entries.slice(0, daysBegun);
  const provenance = figures?.provenance;
  return {
    unitId: unit.unitId,
    displayName: unit.displayName,
    accuracy,
    value: numberOrNull(figures?.value ?? null),
    days: begun.map(({ y }) => numberOrNull(y)),
    slotsExpected: provenance?.slotsExpected ?? 0,
    slotsGenuine: provenance?.slotsGenuine ?? 0,
    readingsUsed: provenance?.readingsUsed ?? 0,
    readingsEstimated: provenance?.readingsEstimated ?? 0,
    levels:
      tank === null
        ? null
        : levelsOf(
            begun.map(({ y, estimatedShare }) => ({ level: numberOrNull(y), estimatedShare: estimatedShare ?? 0 })),
            tank,
          ),
  };
}

function levelsOf(
  days: readonly Pick<Level, 'level' | 'estimatedShare'>[],
  { before, capacities }: NonNullable<MeterParts['tank']>,
): readonly Level[] {
  const lastRead = days.findLastIndex(({ level }) => level !== null);
  return [
    { ...before, capacity: capacities[0] ?? null },
    // The last level read stands for the end of the period, so it is late when days have passed since.
    ...days.map((day, index) => ({
      ...day,
      capacity: capacities[index + 1] ?? null,
      isOfItsDay: index !== lastRead || index === days.length - 1,
    })),
  ];
}

/** Index of the opening level of a day: the last level read before it; 0 when none was read in the period. */
export function openingPlace(levels: readonly Level[], day: number): number {
  for (let place = day; place > 0; place -= 1) if ((levels[place]?.level ?? null) !== null) return place;
  return 0;
}

/** Index of the last level that was read in the period; null when none was. */
export function closingPlace(levels: readonly Level[]): number | null {
  const place = openingPlace(levels, levels.length - 1);
  return place === 0 ? null : place;
}
