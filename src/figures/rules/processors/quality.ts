import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { dailyDocument } from './daily.ts';
import { offlineOfLevelDay } from './offline-of-day.ts';
import { closingFieldsOf, hoursOfDay } from './hours.ts';
import { dailyMean, figuresByName, hourlyMean, nullWhenEmpty, parameterNames } from './parameters.ts';
import type { UnitDay } from './types.ts';

/**
 * Daily document of a QUALITY unit (specification, User: batch processing, processors): `value` maps each parameter to
 * the mean of all its samples of the day, hourly `y` to the mean of its samples in the hour.
 *
 * Spec gap: a declared parameter without samples is present as null while another has some; when none has, the figure
 * itself is null. Parameters that were sent without being declared are included.
 */
export function processQualityDay(input: UnitDay): DailyDocument {
  const hours = hoursOfDay(input);
  const names = parameterNames(input.unit, input.hours);
  const hourly = hours.map((hour): PeriodEntry => ({
    x: hour.x,
    y: nullWhenEmpty(figuresByName(names, (name) => hourlyMean(hour.rollup, name))),
    ...closingFieldsOf(hour),
  }));
  return dailyDocument(input, hours, {
    value: nullWhenEmpty(figuresByName(names, (name) => dailyMean(input.hours, name))),
    hourly,
    meta: offlineOfLevelDay(input, hours),
  });
}
