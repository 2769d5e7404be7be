import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { Course } from './gap-line.ts';

/** Along what a unit's readings run straight; null: there is nothing that could. */
export const COURSES: Readonly<Record<UnitGroup, Course | null>> = {
  FLOW: 'register',
  CONSUMPTION: 'register',
  ENERGY: 'register',
  STOCK: 'level',
  GROUND_WATER_LEVEL: 'level',
  QUALITY: 'parameters',
  VIRTUAL: null,
};
