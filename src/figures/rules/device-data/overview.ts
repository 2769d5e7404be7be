import { SILENT_AFTER_MINUTES } from '../../../kernel/measure/offline-thresholds.ts';
import type { Completeness } from '../../../kernel/document/completeness.ts';
import { type Category, type Industry, NEWEST_GENERATIONS_FIRST } from '../../../kernel/industry/industry.ts';
import { formatterOf, unitsOf } from './categories.ts';

/** The part of a category in the industry's water, as far as the specification gives its key a meaning. */
export const CATEGORY_SIDES = ['in', 'out', 'stock', 'energy', 'quality', 'level', 'other'] as const;
export type CategorySide = (typeof CATEGORY_SIDES)[number];

const KEYS_IN = new Set(['ID_SOURCE', 'sourceCategory']);
const KEYS_OUT = new Set(['ID_CONSUMPTION', 'consumptionCategory']);

export function sideOf({ categoryKey, standardCategoryId }: Category): CategorySide {
  if (KEYS_IN.has(categoryKey)) return 'in';
  if (KEYS_OUT.has(categoryKey)) return 'out';
  const formatter = formatterOf(standardCategoryId);
  if (formatter === 'flow') return 'other';
  if (formatter === 'multi-energy') return 'energy';
  return formatter === 'ground-water' ? 'level' : formatter;
}

/**
 * Categories that together show every listed unit, the newest generation of names first. A category of another
 * generation is left out when all of its units have been shown, because it has the same units under other names.
 */
export function shownCategories(industry: Pick<Industry, 'categories' | 'units'>): readonly Category[] {
  const shown = new Set<string>();
  return NEWEST_GENERATIONS_FIRST.flatMap((generation) => {
    const added = [...industry.categories[generation].values()].filter((category) =>
      unitsOf(industry, [category]).some((unitId) => !shown.has(unitId)),
    );
    for (const unitId of unitsOf(industry, added)) shown.add(unitId);
    return added;
  });
}

/** Slots that may pass before a unit counts as silent, so that one that reports once an hour is given three. */
const SILENT_SLOTS = 3;

/** Spec gap: from when on a page calls a unit silent, after an hour or three of its slots. null: it never sent. */
export const isSilentNow = (lastSeenEpochMs: number | null, slotSeconds: number, now: number): boolean =>
  lastSeenEpochMs === null
  || now - lastSeenEpochMs > Math.max(SILENT_AFTER_MINUTES.day * 60, SILENT_SLOTS * slotSeconds) * 1000;

/** A unit that should have sent on a day that is over and did not send anything genuine. */
export const wasSilent = ({ slotsExpected, slotsGenuine }: Completeness): boolean =>
  slotsExpected > 0 && slotsGenuine === 0;
