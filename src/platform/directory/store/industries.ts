import type { InstalledMeter } from '../../../kernel/measure/meter.ts';
import {
  GROUP_OF_STANDARD_CATEGORY,
  type RegisterChecks,
  type Unit,
  type UnitParameter,
} from '../../../kernel/measure/unit.ts';
import type { VolumeCurve } from '../../../kernel/measure/volume-curve.ts';
import {
  CATEGORY_GENERATIONS,
  type Category,
  type CategoryGeneration,
  type Industry,
  type StoredUnit,
  type SubCategory,
} from '../../../kernel/industry/industry.ts';
import { businessDateOf, clockAsOf } from '../../../kernel/time/business-clock.ts';
import type { BusinessClock, BusinessDate, DatedRule, EpochMillis } from '../../../kernel/time/types.ts';
import type { Querier } from '../../database/database.ts';

interface IndustryRow {
  industryKey: number;
  industryId: string;
  industryName: string;
  place: string | null;
  isActive: boolean;
  isTest: boolean;
  clock: DatedRule[];
  virtualNegativeCalc: boolean;
  meta: Record<string, unknown>;
  units: UnitRow[] | null;
  categories: CategoryRow[] | null;
  meters: MeterRow[] | null;
}
interface MeterRow {
  unit_key: number;
  installed_ms: number;
  serial: string | null;
  initial_register: number | null;
  final_register_of_old: number | null;
}
interface UnitRow {
  unit_key: number;
  unit_id: string;
  display_name: string;
  si_unit: string;
  retired_ms: number | null;
  versions: VersionRow[];
}
interface VersionRow {
  effective_from: BusinessDate;
  standard_category_id: string;
  flow_factor: number;
  min_non_zero_threshold: number;
  max_capacity: number | null;
  data_update_frequency_seconds: number;
  params: Record<string, Partial<UnitParameter>>;
  p_ref_kilowatts: number | null;
  calculations: string | null;
  register_checks: RegisterChecks | null;
  volume_curve: VolumeCurve | null;
  meta: Record<string, unknown>;
}
interface CategoryRow {
  generation: CategoryGeneration;
  category_key: string;
  standard_category_id: string;
  sub_categories: SubCategory[];
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
  const clock = clockAsOf(row.clock, now);
  const today = businessDateOf(clock, now);
  const categoriesOf = (generation: CategoryGeneration): ReadonlyMap<string, Category> =>
    new Map(
      (row.categories ?? [])
        .filter((category) => category.generation === generation)
        .map((category) => [
          category.category_key,
          {
            categoryKey: category.category_key,
            standardCategoryId: category.standard_category_id,
            subCategories: category.sub_categories,
          },
        ]),
    );
  const [categories, categoriesV2, standardCategories] = CATEGORY_GENERATIONS.map(categoriesOf);
  const none: ReadonlyMap<string, Category> = new Map();
  const metersOf = Map.groupBy(row.meters ?? [], (meter) => meter.unit_key);
  const unitsEver = new Map(
    (row.units ?? []).map((unit) => [
      unit.unit_id,
      toStoredUnit(unit, { clock, today, meters: metersOf.get(unit.unit_key) ?? null }),
    ]),
  );
  const units = new Map([...unitsEver].filter(([, { retirement }]) => retirement === undefined));
  return {
    industryKey: row.industryKey,
    industryId: row.industryId,
    industryName: row.industryName,
    place: row.place,
    isActive: row.isActive,
    isTest: row.isTest,
    clock,
    virtualNegativeCalc: row.virtualNegativeCalc,
    meta: row.meta,
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
  const known = meters === null ? {} : { meters: meters.map(toMeter) };
  const versions = row.versions.map((version) => ({
    effectiveFrom: version.effective_from,
    unit: { ...toUnit(row, version), ...known },
    meta: version.meta,
  }));
  const current = versions.findLast(({ effectiveFrom }) => effectiveFrom <= today) ?? versions[0];
  if (current === undefined) throw new Error(`Unit ${row.unit_id} has no version.`);
  return {
    unitKey: row.unit_key,
    current: current.unit,
    versions,
    ...(row.retired_ms === null
      ? {}
      : { retirement: { atEpochMs: row.retired_ms, lastDate: businessDateOf(clock, row.retired_ms) } }),
  };
}

const toMeter = (row: MeterRow): InstalledMeter => ({
  installedAtEpochMs: row.installed_ms,
  serial: row.serial,
  initialRegister: row.initial_register,
  finalRegisterOfOld: row.final_register_of_old,
});

function toUnit(row: UnitRow, version: VersionRow): Unit {
  const group = GROUP_OF_STANDARD_CATEGORY[version.standard_category_id];
  if (group === undefined)
    throw new Error(`Unit ${row.unit_id} has the unknown standardCategoryId ${version.standard_category_id}.`);
  return {
    unitId: row.unit_id,
    displayName: row.display_name,
    standardCategoryId: version.standard_category_id,
    group,
    siUnit: row.si_unit,
    flowFactor: version.flow_factor,
    minNonZeroThreshold: version.min_non_zero_threshold,
    maxCapacity: version.max_capacity,
    dataUpdateFrequencySeconds: version.data_update_frequency_seconds,
    params: Object.fromEntries(
      Object.entries(version.params).map(([name, parameter]) => [
        name,
        {
          displayName: parameter.displayName ?? name,
          siUnit: parameter.siUnit ?? '',
          isLatest: parameter.isLatest ?? false,
        },
      ]),
    ),
    pRefKilowatts: version.p_ref_kilowatts,
    calculations: version.calculations,
    registerChecks: version.register_checks,
    ...(version.volume_curve === null ? {} : { volumeCurve: version.volume_curve }),
  };
}

/** Waits until no other provisioning runs; held until the transaction ends. */
export const lockProvisioning = async (transaction: Querier): Promise<void> => {
  await transaction.many('provisioning.lock');
};
