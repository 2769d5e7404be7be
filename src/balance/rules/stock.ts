import type { CategoryFigures } from '../../figures/rules/device-data/format-category.ts';
import { divisorFor } from '../../figures/rules/device-data/categories.ts';
import type { Category } from '../../kernel/industry/industry.ts';
import { minus } from '../../kernel/measure/exact.ts';
import { sumOrNull } from '../../figures/rules/processors/numbers.ts';
import { combined, formOfStockChange, type LinearForm, NOTHING } from './linear-form.ts';
import type { Meter } from './meter.ts';
import { toDisplay } from '../../figures/rules/figures/display.ts';

/** Gain of one tank over the period; null when either level is unknown. */
interface TankChange {
  readonly unitId: string;
  readonly opening: number | null;
  readonly closing: number | null;
  readonly change: number | null;
  readonly siUnit: string;
}

/**
 * Gain of each tank of a category, in shown units: the closing level that deviceDataV2 shows, less the level before the
 * period.
 */
export function tankChanges(
  category: Category,
  figures: CategoryFigures,
  meters: ReadonlyMap<string, Meter>,
  divisionFactor: number,
): TankChange[] {
  const divisor = divisorFor(category, { group: 'STOCK' }, divisionFactor);
  const units = new Map(
    figures.subCategories.flatMap(({ units: listed }) => listed.map((unit) => [unit.unitId, unit] as const)),
  );
  return [...units.values()].map(({ unitId, value, siUnit }) => {
    const closing = typeof value === 'number' ? value : null;
    const opening = toDisplay(meters.get(unitId)?.levels?.[0]?.level ?? null, divisor);
    return {
      unitId,
      opening,
      closing,
      change: closing === null || opening === null ? null : minus(closing, opening),
      siUnit,
    };
  });
}

export const sumOfChanges = (tanks: readonly TankChange[]): number | null =>
  sumOrNull(tanks.map(({ change }) => change));

/** The form of a change of stock. A unit without levels of its own has no measured change. */
export const formOfChanges = (tanks: readonly TankChange[], meters: ReadonlyMap<string, Meter>): LinearForm =>
  combined(
    tanks.map(({ unitId }) => {
      const meter = meters.get(unitId);
      return {
        factor: 1,
        form:
          meter === undefined || meter.levels === null
            ? { ...NOTHING, failedUnitIds: new Set([unitId]) }
            : formOfStockChange(meter),
      };
    }),
  );
