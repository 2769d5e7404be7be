import type { DailyDocument } from '../../../kernel/document/types.ts';
import type { UnitDay } from '../processors/types.ts';
import { savingsStep } from './energy-steps.ts';
import { flowSteps } from './flow-steps.ts';
import { groundWaterSteps, stockSteps } from './level-steps.ts';
import { parameterSteps } from './parameter-steps.ts';
import type { ExplainedStep } from './types.ts';

/**
 * The steps from the readings of a day to its figures, or to those of one hour of it. The figures are those of the
 * document, which the unit's processor made of the same input: nothing is computed here that a processor computes.
 */
export function explainSteps(day: UnitDay, document: DailyDocument, hour: number | null): readonly ExplainedStep[] {
  const steps = stepsOf(day, document);
  if (hour === null) return steps;
  const ofHour = steps.filter((step) => step.hour === hour);
  return ofHour.length > 0
    ? ofHour
    : [{ rule: 'no reading', hour, text: 'no reading in this hour: no figure', numbers: {} }];
}

function stepsOf(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  switch (day.unit.group) {
    case 'FLOW':
    case 'CONSUMPTION':
      return flowSteps(day, document);
    case 'ENERGY': {
      const parameters = Object.keys(day.unit.params).length === 0 ? [] : parameterSteps(day, document);
      return [...flowSteps(day, document), savingsStep(day, document), ...parameters];
    }
    case 'STOCK':
      return stockSteps(day, document);
    case 'GROUND_WATER_LEVEL':
      return groundWaterSteps(day, document);
    case 'QUALITY':
      return parameterSteps(day, document);
    case 'VIRTUAL':
      return [];
  }
}
