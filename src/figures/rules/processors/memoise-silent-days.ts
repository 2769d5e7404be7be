import { documentId, documentTag } from '../../../kernel/document/ids.ts';
import type { DailyDocument } from '../../../kernel/document/types.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { concernsNewMeter } from './meter-runs.ts';
import { processDay } from './registry.ts';
import { openingTank, stockLevel } from './stock.ts';
import type { UnitDay } from './types.ts';

const isSilent = (day: UnitDay): boolean =>
  day.hours.length === 0
  && day.samples.length === 0
  && (day.genuineEpochMs ?? []).length === 0
  && day.asOfEpochMs === null
  && !concernsNewMeter(day);

/**
 * processDay without hourly entries, for many days of the same units. A silent day is a closed day on which a unit sent
 * nothing. Two silent days differ in their date alone when unit, length and opening level are the same. So one of them
 * is processed, and the others copy it. This pays because a young unit has years of silent days.
 */
export function createFigureProcessor(): (day: UnitDay) => DailyDocument {
  const silent = new Map<Unit, Map<string, DailyDocument>>();
  return (day) => {
    if (!isSilent(day)) return processDay(day);
    const { unit, date, industryId, dayLengthSeconds, before } = day;
    const known = silent.get(unit) ?? new Map<string, DailyDocument>();
    silent.set(unit, known);
    const key = `${dayLengthSeconds} ${before.value} ${stockLevel(openingTank(day), before.value)}`;
    const processed = known.get(key) ?? processDay(day);
    known.set(key, processed);
    const period = { kind: 'DAILY', date } as const;
    return {
      ...processed,
      id: documentId(industryId, unit.unitId, period),
      date: formatRequestDate(date),
      tag: documentTag(period),
      hourly: [],
    };
  };
}
