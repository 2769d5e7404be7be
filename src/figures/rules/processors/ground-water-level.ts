import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { exact } from '../../../kernel/measure/exact.ts';
import { dailyDocument } from './daily.ts';
import { offlineOfLevelDay } from './offline-of-day.ts';
import { closingFieldsOf, hoursOfDay } from './hours.ts';
import { lastKnown, meanOrNull } from './numbers.ts';
import type { UnitDay } from './types.ts';

/**
 * Daily document of a GROUND_WATER_LEVEL unit (specification, User: batch processing, processors): hourly `y` is the
 * hour's last reading, `value` the day's last one, both as read, in whole millionths; meta.average is the mean of the
 * hourly readings, 0 when there is none.
 */
export function processGroundWaterDay(input: UnitDay): DailyDocument {
  const hours = hoursOfDay(input);
  const levels = hours.map(({ rollup }) =>
    rollup === null || rollup.lastValue === null ? null : exact(rollup.lastValue),
  );
  const hourly = hours.map((hour, index): PeriodEntry => ({
    x: hour.x,
    y: levels[index] ?? null,
    ...closingFieldsOf(hour),
  }));
  return dailyDocument(input, hours, {
    value: lastKnown(levels),
    hourly,
    meta: {
      average: meanOrNull(levels) ?? 0,
      lastEpoch: input.hours.at(-1)?.lastEpochMs ?? null,
      ...offlineOfLevelDay(input, hours),
    },
  });
}
