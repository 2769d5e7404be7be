import type { InstalledMeter } from '../../../kernel/measure/meter.ts';
import { GROUP_OF_STANDARD_CATEGORY, type Unit, type UnitParameter } from '../../../kernel/measure/unit.ts';
import type { VolumeCurve } from '../../../kernel/measure/volume-curve.ts';
import {
  CATEGORY_GENERATIONS,
  type Category,
  type CategoryGeneration,
  type Industry,
  type StoredUnit,
} from '../../../kernel/industry/industry.ts';
import { lastDateInUse } from '../../../kernel/industry/retired.ts';
import { businessDateOf, clockAsOf } from '../../../kernel/time/business-clock.ts';
import type { BusinessClock, BusinessDate, DatedRule, EpochMillis } from '../../../kernel/time/types.ts';
import type { Querier } from '../../database/database.ts';

interface IndustryRow extends Omit<Industry, 'clock' | 'units' | 'unitsEver' | 'categories'> {
  readonly clock: DatedRule[];
  readonly units: readonly UnitRow[] | null;
  readonly categories: readonly CategoryRow[] | null;
  readonly meters: readonly MeterRow[] | null;
}
interface MeterRow extends InstalledMeter {
  readonly unitKey: number;
}
interface UnitRow extends Pick<Unit, 'unitId' | 'displayName' | 'siUnit'> {
  readonly unitKey: number;
  readonly retiredAtEpochMs: number | null;
  readonly versions: readonly VersionRow[];
}
interface FiguresRow extends Omit<
  Unit,
  'unitId' | 'displayName' | 'siUnit' | 'group' | 'meters' | 'params' | 'volumeCurve'
> {
  readonly params: Readonly<Record<string, Partial<UnitParameter>>>;
  readonly volumeCurve: VolumeCurve | null;
}
interface VersionRow extends FiguresRow {
  readonly effectiveFrom: BusinessDate;
  readonly meta: Readonly<Record<string, unknown>>;
}
interface CategoryRow extends Category {
  readonly generation: CategoryGeneration;
}

/**
 * One industry with its units and categories in one round trip; null when there is none of that id.
 * @param now decides which versions of units and which rule of the clock are the current ones.
 */
export async function findIndustry(db: Querier, industryId: string, now: EpochMillis): Promise<Industry | null> {
  const row = await db.maybeOne<IndustryRow>('industries.find', { industryId });
  return row === null ? null : toIndustry(row, now);
}

/** Moves with every change of the industry, its units and its categories; null: there is none of that id. */
export async function industryVersion(db: Querier, industryId: string): Promise<string | null> {
  return (await db.maybeOne<{ version: string }>('industries.version', { industryId }))?.version ?? null;
}

interface IndustrySummary {
  readonly industryKey: number;
  readonly industryId: string;
  readonly industryName: string;
  readonly isActive: boolean;
  readonly isTest: boolean;
  readonly clock: BusinessClock;
}

export const listIndustries = async (db: Querier, now: EpochMillis): Promise<IndustrySummary[]> =>
  (await db.many<Omit<IndustrySummary, 'clock'> & Pick<IndustryRow, 'clock'>>('industries.list')).map((row) => ({
    ...row,
    clock: clockAsOf(row.clock, now),
  }));

function toIndustry(row: IndustryRow, now: EpochMillis): Industry {
  const { clock: rules, units: unitRows, categories: categoryRows, meters, ...industry } = row;
  const clock = clockAsOf(rules, now);
  const today = businessDateOf(clock, now);
  const categoriesOf = (generation: CategoryGeneration): ReadonlyMap<string, Category> =>
    new Map(
      (categoryRows ?? [])
        .filter((category) => category.generation === generation)
        .map(({ generation: _, ...category }) => [category.categoryKey, category]),
    );
  const [categories, categoriesV2, standardCategories] = CATEGORY_GENERATIONS.map(categoriesOf);
  const none: ReadonlyMap<string, Category> = new Map();
  const metersOf = Map.groupBy(meters ?? [], (meter) => meter.unitKey);
  const unitsEver = new Map(
    (unitRows ?? []).map((unit) => [
      unit.unitId,
      toStoredUnit(unit, { clock, today, meters: metersOf.get(unit.unitKey) ?? null }),
    ]),
  );
  const units = new Map([...unitsEver].filter(([, { retirement }]) => retirement === undefined));
  return {
    ...industry,
    clock,
    units,
    ...(units.size === unitsEver.size ? {} : { unitsEver }),
    categories: {
      categories: categories ?? none,
      categoriesV2: categoriesV2 ?? none,
      standardCategories: standardCategories ?? none,
    },
  };
}

interface UnitContext {
  readonly clock: BusinessClock;
  readonly today: BusinessDate;
  /** null: none was exchanged. */
  readonly meters: readonly MeterRow[] | null;
}

function toStoredUnit(row: UnitRow, { clock, today, meters }: UnitContext): StoredUnit {
  const known = meters === null ? {} : { meters: meters.map(({ unitKey: _, ...meter }) => meter) };
  const versions = row.versions.map(({ effectiveFrom, meta, ...figures }) => ({
    effectiveFrom,
    unit: { ...toUnit(row, figures), ...known },
    meta,
  }));
  const current = versions.findLast(({ effectiveFrom }) => effectiveFrom <= today) ?? versions[0];
  if (current === undefined) throw new Error(`Unit ${row.unitId} has no version.`);
  return {
    unitKey: row.unitKey,
    current: current.unit,
    versions,
    ...(row.retiredAtEpochMs === null
      ? {}
      : { retirement: { atEpochMs: row.retiredAtEpochMs, lastDate: lastDateInUse(clock, row.retiredAtEpochMs) } }),
  };
}

function toUnit({ unitId, displayName, siUnit }: UnitRow, { params, volumeCurve, ...figures }: FiguresRow): Unit {
  const group = GROUP_OF_STANDARD_CATEGORY[figures.standardCategoryId];
  if (group === undefined)
    throw new Error(`Unit ${unitId} has the unknown standardCategoryId ${figures.standardCategoryId}.`);
  return {
    unitId,
    displayName,
    group,
    siUnit,
    ...figures,
    params: Object.fromEntries(
      Object.entries(params).map(([name, parameter]) => [
        name,
        {
          displayName: parameter.displayName ?? name,
          siUnit: parameter.siUnit ?? '',
          isLatest: parameter.isLatest ?? false,
        },
      ]),
    ),
    ...(volumeCurve === null ? {} : { volumeCurve }),
  };
}

/** Waits until no other provisioning runs; held until the transaction ends. */
export const lockProvisioning = async (transaction: Querier): Promise<void> => {
  await transaction.many('industries.lock_provisioning');
};
