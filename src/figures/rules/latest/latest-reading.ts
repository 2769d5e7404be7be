import { parametersToDisplay, toDisplay } from '../figures/display.ts';
import type { Figure } from '../../../kernel/document/types.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import type { ParameterFigures } from '../processors/parameters.ts';
import { stockLevel } from '../processors/stock.ts';

/** A unit's newest reading by the device's instant, raw. */
export interface NewestReading {
  readonly createdOn: Date;
  /** Interval value, level in percent or depth, as the unit sends it; null when the reading has none. */
  readonly value: number | null;
  readonly register: number | null;
  readonly parameters: Readonly<Record<string, number>> | null;
  readonly estimated: boolean;
}

/** The newest reading as the external surface shows it (specification, External: latest). */
export interface LatestReading {
  readonly unitId: string;
  readonly unitName: string;
  readonly value: Figure;
  readonly siUnit: string;
  /** ISO 8601 UTC. */
  readonly timestamp: string;
  readonly registerValue: number | null;
  readonly estimated: boolean;
  /** Stock units: the reading itself. */
  readonly percentage?: number | null;
  /** Named parameters of units that are not quality units. */
  readonly paramValue?: ParameterFigures;
}

/**
 * The newest reading of a unit, divided. Spec gap: only "value = raw / divisionFactor" is said. Chosen: flow and energy
 * show the interval value; stock shows the level that its percentage stands for, and the percentage beside it;
 * ground-water levels and quality are not in milli-units and are not divided; quality shows the object parameter to
 * number. registerValue, paramValue and estimated are extra keys.
 * @param divisionFactor not 0
 */
export function latestReading(unit: Unit, reading: NewestReading, divisionFactor: number): LatestReading {
  const factor = unit.group === 'QUALITY' || unit.group === 'GROUND_WATER_LEVEL' ? 1 : divisionFactor;
  const parameters = reading.parameters === null ? null : parametersToDisplay(reading.parameters);
  const raw = unit.group === 'STOCK' ? stockLevel(unit, reading.value) : reading.value;
  return {
    unitId: unit.unitId,
    unitName: unit.displayName,
    value: unit.group === 'QUALITY' && parameters !== null ? parameters : toDisplay(raw, factor),
    siUnit: unit.siUnit,
    timestamp: reading.createdOn.toISOString(),
    registerValue: toDisplay(reading.register, factor),
    estimated: reading.estimated,
    ...(unit.group === 'STOCK' ? { percentage: toDisplay(reading.value, 1) } : {}),
    ...(unit.group !== 'QUALITY' && parameters !== null ? { paramValue: parameters } : {}),
  };
}
