import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { unheardOf, withUnheard } from '../../../kernel/document/unheard.ts';
import { dailyDocument, type DailyFigures } from './daily.ts';
import { offlineOfFlowDay } from './offline-of-day.ts';
import { figuresOfFlowHours } from './flow-hour.ts';
import { documentMeters } from './meter-runs.ts';
import { closingFieldsOf, type DayHour, hoursOfDay } from './hours.ts';
import { firstKnown, lastKnown, sumOrNull } from './numbers.ts';
import type { UnitDay } from './types.ts';

/**
 * Daily document of a FLOW or CONSUMPTION unit (specification, User: batch processing, processors). Figures are
 * milli-units of the unit's siUnit, flowFactor applied; `value` is the sum of the hourly totals, null when no hour has
 * one.
 */
export function processFlowDay(input: UnitDay): DailyDocument {
  const hours = hoursOfDay(input);
  return dailyDocument(input, hours, flowFigures(input, hours));
}

/**
 * The figures of a flow day, which energy extends. Spec gap: nonZero counts raw interval values, before the factor. So
 * nonZero is 0 for a meter mounted the wrong way round that sends negative values.
 */
export function flowFigures(input: UnitDay, hours: readonly DayHour[]): DailyFigures {
  const flowHours = figuresOfFlowHours(input, hours);
  const hourly = hours.map((hour, index): PeriodEntry => {
    const flow = flowHours[index];
    return {
      x: hour.x,
      y: flow?.total ?? null,
      ir: flow?.initialRegister ?? null,
      fr: flow?.finalRegister ?? null,
      offlineValue: flow?.offlineValue ?? 0,
      ...closingFieldsOf(hour),
    };
  });
  const unheard = flowHours.map((flow) => flow.unheard);
  return {
    value: sumOrNull(flowHours.map((flow) => flow.total)),
    hourly: withUnheard(hourly, unheard),
    meta: {
      flowFactor: input.unit.flowFactor,
      ir: firstKnown(flowHours.map((flow) => flow.initialRegister)),
      fr: lastKnown(flowHours.map((flow) => flow.finalRegister)),
      nonZero: input.hours.reduce((count, rollup) => count + rollup.nonZeroCount, 0),
      ...offlineOfFlowDay(input, hours),
      offlineValue: sumOrNull(flowHours.map((flow) => flow.offlineValue)) ?? 0,
      ...unheardOf(unheard),
      ...documentMeters(input),
    },
  };
}
