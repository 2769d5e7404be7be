import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import type { UnitGroup } from '../../../kernel/measure/unit.ts';
import { processFlowDay, flowFigures } from './flow.ts';
import { processStockDay } from './stock-level.ts';
import type { UnitDay } from './types.ts';
import { dailyDocument, type DailyFigures, offlineOfLevelDay } from './daily.ts';
import { energySavings } from './energy-savings.ts';
import { type DayHour, hoursOfDay, closingFieldsOf } from './hours.ts';
import {
  dailyParameterFigure,
  figuresByName,
  hourlyMean,
  parameterNames,
  dailyMean,
  nullWhenEmpty,
} from './parameters.ts';
import { exact } from '../../../kernel/measure/exact.ts';
import { lastKnown, meanOrNull } from './numbers.ts';

/**
 * Daily document of an ENERGY unit (specification, User: batch processing, processors): the flow rule plus energy
 * savings and, for units that declare parameters, hourly parameter means `py` and the day's `paramValue`.
 */
function processEnergyDay(input: UnitDay): DailyDocument {
  const hours = hoursOfDay(input);
  const flow = flowFigures(input, hours);
  const figures: DailyFigures = { ...flow, meta: { ...flow.meta, ...energySavings(input) } };
  const declaresParameters = Object.keys(input.unit.params).length > 0;
  return dailyDocument(input, hours, declaresParameters ? withParameters(input, hours, figures) : figures);
}

function withParameters(input: UnitDay, hours: readonly DayHour[], figures: DailyFigures): DailyFigures {
  const names = parameterNames(input.unit, input.hours);
  return {
    ...figures,
    hourly: figures.hourly.map((entry, index) => ({
      ...entry,
      py: figuresByName(names, (name) => hourlyMean(hours[index]?.rollup ?? null, name)),
    })),
    paramValue: figuresByName(names, (name) => dailyParameterFigure(input.unit, input.hours, name)),
  };
}

/**
 * Daily document of a QUALITY unit (specification, User: batch processing, processors): `value` maps each parameter to
 * the mean of all its samples of the day, hourly `y` to the mean of its samples in the hour.
 *
 * Spec gap: a declared parameter without samples is present as null while another has some; when none has, the figure
 * itself is null. Parameters that were sent without being declared are included.
 */
function processQualityDay(input: UnitDay): DailyDocument {
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

/**
 * Daily document of a GROUND_WATER_LEVEL unit (specification, User: batch processing, processors): hourly `y` is the
 * hour's last reading, `value` the day's last one, both as read, in whole millionths; meta.average is the mean of the
 * hourly readings, 0 when there is none.
 */
function processGroundWaterDay(input: UnitDay): DailyDocument {
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

export { ALGORITHM_VERSION } from './version.ts';

const PROCESSORS: Readonly<Record<Exclude<UnitGroup, 'VIRTUAL'>, (input: UnitDay) => DailyDocument>> = {
  FLOW: processFlowDay,
  CONSUMPTION: processFlowDay,
  ENERGY: processEnergyDay,
  STOCK: processStockDay,
  GROUND_WATER_LEVEL: processGroundWaterDay,
  QUALITY: processQualityDay,
};

/**
 * Daily document of one unit from its rollups, by the processor of the unit's group (specification, User: batch
 * processing, processors). Pure: the same input gives the same document.
 *
 * @throws RangeError for a virtual unit, which has no readings of its own: see processVirtualDay.
 */
export function processDay(input: UnitDay): DailyDocument {
  const { group, unitId } = input.unit;
  if (group === 'VIRTUAL')
    throw new RangeError(`unit ${unitId} is virtual: it is computed from other units' documents`);
  return PROCESSORS[group](input);
}
