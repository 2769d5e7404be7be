import { type Completeness, completenessOf, NATURES, partOfEntry } from '../../../kernel/document/completeness.ts';
import { coverageOf } from '../../../kernel/document/provenance.ts';
import type { Bound, Figure, PeriodEntry, Unheard } from '../../../kernel/document/types.ts';
import { silentPartOf, unheardOf } from '../../../kernel/document/unheard.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { figureToDisplay, parametersToDisplay, toDisplay } from './display.ts';
import type { UnitSpan } from './unit-span.ts';

export const FIGURE_PERIODS = ['hourly', 'daily', 'monthly', 'yearly'] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];

/** Formats of a file of figures. */
export const FIGURE_FORMATS = ['csv', 'ndjson', 'xlsx'] as const;
export type FigureFormat = (typeof FIGURE_FORMATS)[number];

/** One figure of one unit and period, for programs: every value has a field of its own, null is missing. */
export interface FigureRow {
  readonly unitId: string;
  readonly unitName: string;
  readonly standardCategoryId: string;
  /** The business day, or the first one of the month or year. */
  readonly date: BusinessDate;
  /** ISO 8601 UTC start of the period. */
  readonly start: string;
  /** null: the unit's main figure; else the parameter. */
  readonly parameter: string | null;
  readonly value: number | null;
  readonly siUnit: string;
  readonly openingRegister: number | null;
  readonly closingRegister: number | null;
  /** Genuine slots / expected slots; null when none was expected yet. */
  readonly coverage: number | null;
  /** Estimated readings / readings; null without readings. */
  readonly estimatedShare: number | null;
  readonly offlineMinutes: number;
  readonly offlineValue: number | null;
  /** The amount that passed and is in no figure, and the readings around it; null: none. */
  readonly unheardValue: number | null;
  readonly unheardFrom: string | null;
  readonly unheardTo: string | null;
  /** Number of its steps in which nothing at all was sent. */
  readonly unheardSilences: number | null;
  /** The part of it that passed in these silences; null: none. */
  readonly unheardSilentValue: number | null;
  readonly unheardSilentFrom: string | null;
  readonly unheardSilentTo: string | null;
  /** Side of the value on which the truth lies, because slots were not measured. */
  readonly bound: Bound | null;
  /** Meters that the figure is made of; null of a formula's hour, which does not tell. */
  readonly meters: number | null;
  /** Number of its meters that have measured something. */
  readonly metersMeasured: number | null;
}

/** The names in the order of a row's fields. */
export const FIGURE_FIELDS = [
  'unitId',
  'unitName',
  'standardCategoryId',
  'date',
  'start',
  'parameter',
  'value',
  'siUnit',
  'openingRegister',
  'closingRegister',
  'coverage',
  'estimatedShare',
  'offlineMinutes',
  'offlineValue',
  'unheardValue',
  'unheardFrom',
  'unheardTo',
  'unheardSilences',
  'unheardSilentValue',
  'unheardSilentFrom',
  'unheardSilentTo',
  'bound',
  'meters',
  'metersMeasured',
] as const satisfies readonly (keyof FigureRow)[];

/** Figures of one period of a unit, from an entry or a document alike. */
type PeriodFigures = Pick<
  PeriodEntry,
  'x' | 'y' | 'ir' | 'fr' | 'py' | 'coverage' | 'estimatedShare' | 'offlineDuration' | 'offlineValue' | 'unheard'
>;

/** The fields of a row that say how complete its figure is. */
type Told = Pick<FigureRow, 'bound' | 'meters' | 'metersMeasured'>;

export const toldOf = ({ bound, meters, metersMeasured }: Completeness): Told => ({ bound, meters, metersMeasured });

/** Completeness of a stored hour. One slot stands for all, because a bound asks for shares alone. */
export function toldOfHour({ unitId, group }: Pick<Unit, 'unitId' | 'group'>, hour: PeriodEntry): Told {
  const told = toldOf(completenessOf([partOfEntry(unitId, NATURES[group], hour, 1)]));
  return group === 'VIRTUAL' ? { ...told, meters: null, metersMeasured: null } : told;
}

/**
 * A unit's rows of one period: its main figure, or each parameter's, which is not divided.
 * @param divisor of the unit, which is not the one of the request for levels of ground water
 */
export function figureRows(
  unit: Unit,
  date: BusinessDate,
  entry: PeriodFigures,
  divisor: number,
  { bound, meters, metersMeasured }: Told,
): readonly FigureRow[] {
  const row = (parameter: string | null, value: number | null): FigureRow => ({
    unitId: unit.unitId,
    unitName: unit.displayName,
    standardCategoryId: unit.standardCategoryId,
    date,
    start: entry.x,
    parameter,
    value,
    siUnit: parameter === null ? unit.siUnit : (unit.params[parameter]?.siUnit ?? ''),
    openingRegister: toDisplay(entry.ir ?? null, divisor),
    closingRegister: toDisplay(entry.fr ?? null, divisor),
    coverage: entry.coverage,
    estimatedShare: entry.estimatedShare ?? null,
    offlineMinutes: entry.offlineDuration,
    offlineValue: toDisplay(entry.offlineValue ?? null, divisor),
    ...unheardFields(parameter === null ? entry.unheard : null, divisor),
    bound: value === null || parameter !== null ? null : bound,
    meters,
    metersMeasured,
  });
  const shown: Figure = figureToDisplay(entry.y, divisor);
  const main =
    shown === null || typeof shown === 'number'
      ? [row(null, shown)]
      : Object.entries(shown).map(([name, value]) => row(name, value));
  return [...main, ...Object.entries(parametersToDisplay(entry.py ?? {})).map(([name, value]) => row(name, value))];
}

function unheardFields(unheard: Unheard | null | undefined, divisor: number) {
  const silent = unheard === null || unheard === undefined ? null : silentPartOf(unheard);
  return {
    unheardValue: toDisplay(unheard?.value ?? null, divisor),
    unheardFrom: unheard?.from ?? null,
    unheardTo: unheard?.to ?? null,
    unheardSilences: unheard?.silences ?? null,
    unheardSilentValue: toDisplay(silent?.value ?? null, divisor),
    unheardSilentFrom: silent?.from ?? null,
    unheardSilentTo: silent?.to ?? null,
  };
}

/** A whole span as one period, such as a year of its months. */
export const wholeOf = ({ figures }: UnitSpan, start: string): PeriodFigures => ({
  x: start,
  y: figures?.value ?? null,
  ...(figures?.paramValue === undefined ? {} : { py: figures.paramValue }),
  ir: figures?.meta.ir ?? null,
  fr: figures?.meta.fr ?? null,
  coverage: figures === null ? null : coverageOf(figures.provenance),
  estimatedShare: figures?.provenance.estimatedShare ?? null,
  offlineDuration: figures?.meta.offlineDuration ?? 0,
  ...(figures?.meta.offlineValue === undefined ? {} : { offlineValue: figures.meta.offlineValue }),
  ...unheardOf([figures?.meta.unheard]),
});
