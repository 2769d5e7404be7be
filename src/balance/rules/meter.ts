import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import type { Accuracy } from './accuracy.ts';

/** The level of a tank at the end of one day, in milli-units. */
export interface Level {
  /** null: it was not read. */
  readonly level: number | null;
  readonly capacity: number | null;
  /** Estimated readings / readings of the day. */
  readonly estimatedShare: number;
  /** Read on the day itself; false: what was known before stands for it. */
  readonly isOfItsDay: boolean;
}

/** A unit with readings of its own over a period; figures in milli-units. */
export interface Meter {
  readonly unitId: string;
  readonly displayName: string;
  readonly accuracy: Accuracy;
  /** The figure of the whole period. */
  readonly value: number | null;
  /** By day of the period. */
  readonly days: readonly (number | null)[];
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  readonly readingsUsed: number;
  readonly readingsEstimated: number;
  /** Of a tank: the level before the first day, then after each day; null for others. */
  readonly levels: readonly Level[] | null;
}

/** What was known of a tank when the period began. */
export interface Before {
  /** null: nothing was ever read of it. */
  readonly level: number | null;
  readonly estimatedShare: number;
  readonly isOfItsDay: boolean;
}

interface MeterParts {
  readonly span: UnitSpan;
  readonly accuracy: Accuracy;
  /** Days of the period that have begun; levels of later ones are not missing. */
  readonly daysBegun: number;
  /** Of a tank: before the first day, and its capacity before it and after each day. */
  readonly tank: { readonly before: Before; readonly capacities: readonly (number | null)[] } | null;
}

const numberOf = (figure: unknown): number | null => (typeof figure === 'number' ? figure : null);

export function meterOf({ span: { unit, figures, entries }, accuracy, daysBegun, tank }: MeterParts): Meter {
  const begun = entries.slice(0, daysBegun);
  const provenance = figures?.provenance;
  return {
    unitId: unit.unitId,
    displayName: unit.displayName,
    accuracy,
    value: numberOf(figures?.value ?? null),
    days: begun.map(({ y }) => numberOf(y)),
    slotsExpected: provenance?.slotsExpected ?? 0,
    slotsGenuine: provenance?.slotsGenuine ?? 0,
    readingsUsed: provenance?.readingsUsed ?? 0,
    readingsEstimated: provenance?.readingsEstimated ?? 0,
    levels:
      tank === null
        ? null
        : levelsOf(
            begun.map(({ y, estimatedShare }) => ({ level: numberOf(y), estimatedShare: estimatedShare ?? 0 })),
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

/**
 * The level that a day opened with: the last one read before it, as place among the meter's levels; 0 when the period
 * has none.
 */
export function openingPlace(levels: readonly Level[], day: number): number {
  for (let place = day; place > 0; place -= 1) if ((levels[place]?.level ?? null) !== null) return place;
  return 0;
}

/** The last level read in the period, as place among the meter's levels; null when none was. */
export function closingPlace(levels: readonly Level[]): number | null {
  const place = openingPlace(levels, levels.length - 1);
  return place === 0 ? null : place;
}
