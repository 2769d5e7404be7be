import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { InterpolationBasis } from './gap-line.ts';

/** The basis on which gaps of a group's units are interpolated; null: a virtual unit has no readings. */
export const INTERPOLATION_BASES: Readonly<Record<UnitGroup, InterpolationBasis | null>> = {
  FLOW: 'register',
  CONSUMPTION: 'register',
  ENERGY: 'register',
  STOCK: 'level',
  GROUND_WATER_LEVEL: 'level',
  QUALITY: 'parameters',
  VIRTUAL: null,
};
