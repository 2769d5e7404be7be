import { documentId, documentTag } from '../../../kernel/document/ids.ts';
import type {
  DailyDocument,
  MonthlyDocument,
  ProcessedDocument,
  YearlyDocument,
} from '../../../kernel/document/types.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../../kernel/industry/industry.ts';
import { countsOn } from '../../../kernel/industry/retired.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { dayStart } from '../../../kernel/time/business-clock.ts';
import { eachDate, lastOfMonth, monthOf } from '../../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import { composeFigures, composeProvenance } from './compose-figures.ts';
import type { Unlike } from './parameters.ts';
import { type PeriodDocument, periodEntries } from './period-entry.ts';
import { unlikeParameters } from './unlike-parameters.ts';

/** The days of one month of one unit, in order; a null document is a day that is not processed or not there yet. */
interface UnitMonth {
  readonly industryId: string;
  readonly unit: Unit;
  /** MM/YYYY. */
  readonly month: string;
  readonly days: readonly {
    readonly date: BusinessDate;
    readonly startEpochMs: EpochMillis;
    readonly document: DailyDocument | null;
  }[];
  readonly unlike: Unlike;
}

/** The months of one year of one unit, in order; a null document is a month that is not processed or not there yet. */
interface UnitYear {
  readonly industryId: string;
  readonly unit: Unit;
  /** YYYY. */
  readonly year: string;
  readonly months: readonly {
    /** MM/YYYY. */
    readonly month: string;
    readonly startEpochMs: EpochMillis;
    readonly document: MonthlyDocument | null;
  }[];
  readonly unlike: Unlike;
}

/**
 * Monthly document from the daily ones (specification, Processed documents: monthly and yearly); one `daily` entry per
 * day given.
 */
export function composeMonth({ industryId, unit, month, days, unlike }: UnitMonth): MonthlyDocument {
  const period = { kind: 'MONTHLY', month } as const;
  const documents = documentsOf(days);
  return {
    id: documentId(industryId, unit.unitId, period),
    unitId: unit.unitId,
    industryId,
    month,
    ...composeFigures(unit, documents, unlike),
    daily: periodEntries(unit, days),
    tag: documentTag(period),
    provenance: composeProvenance(unit, documents),
  };
}

/**
 * Yearly document from the monthly ones (specification, Processed documents: monthly and yearly); one `monthly` entry
 * per month given.
 */
export function composeYear({ industryId, unit, year, months, unlike }: UnitYear): YearlyDocument {
  const period = { kind: 'YEARLY', year } as const;
  const documents = documentsOf(months);
  return {
    id: documentId(industryId, unit.unitId, period),
    unitId: unit.unitId,
    industryId,
    year,
    ...composeFigures(unit, documents, unlike),
    monthly: periodEntries(unit, months),
    tag: documentTag(period),
    provenance: composeProvenance(unit, documents),
  };
}

/**
 * The month's document of a unit from its daily documents. Those of days on which the unit does not count are left out.
 * @param month its first date
 * @param documentOf null: the unit has none of that day
 */
export function monthOfUnit(
  { industryId, clock }: Pick<Industry, 'industryId' | 'clock'>,
  unit: StoredUnit,
  month: BusinessDate,
  documentOf: (date: BusinessDate) => DailyDocument | null,
): MonthlyDocument {
  const days = [...eachDate(month, lastOfMonth(month))].map((date) => ({
    date,
    startEpochMs: dayStart(clock, date),
    document: countsOn(unit, date) ? documentOf(date) : null,
  }));
  return composeMonth({
    industryId,
    unit: unitAsOf(unit, lastOfMonth(month)),
    month: monthOf(month),
    days,
    unlike: unlikeParameters(
      unit,
      days.map(({ date, document }) => ({ from: date, to: date, document })),
    ),
  });
}

const documentsOf = (periods: readonly PeriodDocument[]): readonly ProcessedDocument[] =>
  periods.flatMap(({ document }) => (document === null ? [] : [document]));
