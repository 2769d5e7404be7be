import type { DailyDocument } from '../../../kernel/document/types.ts';
import { dailyDocument, type DailyFigures } from './daily.ts';
import { energySavings } from './energy-savings.ts';
import { flowFigures } from './flow.ts';
import { type DayHour, hoursOfDay } from './hours.ts';
import { dailyParameterFigure, figuresByName, hourlyMean, parameterNames } from './parameters.ts';
import type { UnitDay } from './types.ts';

/**
 * Daily document of an ENERGY unit (specification, User: batch processing, processors): the flow rule plus energy
 * savings and, for units that declare parameters, hourly parameter means `py` and the day's `paramValue`.
 */
export function processEnergyDay(input: UnitDay): DailyDocument {
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
