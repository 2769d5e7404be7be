import type { Querier } from '../database/database.ts';
import type { UnitParameter } from '../domain/measure/unit.ts';
import type { DatedRule } from '../domain/time/types.ts';
import type { ListPage } from './list-page.ts';

/** Which industries; null: all. */
export interface IndustryFilter {
  readonly industryId: string | null;
  readonly active: boolean | null;
  readonly test: boolean | null;
  readonly timezone: string | null;
  /** Part of the id, the name or the place, in whatever letters. */
  readonly search: string | null;
}

export interface ListedIndustry {
  readonly industryId: string;
  readonly industryName: string;
  readonly place: string | null;
  readonly isActive: boolean;
  readonly isTest: boolean;
  /** Its users are refused, see `npm run access`. */
  readonly isDisabled: boolean;
  readonly timezone: string;
  readonly shiftStartAt: string;
  readonly daysOffset: number;
  /** All that counted and will count, oldest first. */
  readonly clock: readonly DatedRule[];
  readonly units: number;
  readonly retiredUnits: number;
  readonly users: number;
  /** The newest instant of any reading. */
  readonly lastUpdated: Date | null;
  readonly createdAt: Date;
}

interface IndustryRow {
  industry_id: string;
  industry_name: string;
  place: string | null;
  is_active: boolean;
  is_test: boolean;
  disabled: boolean;
  timezone: string;
  shift_start_at: string;
  days_offset: number;
  clock: DatedRule[];
  live_units: number;
  retired_units: number;
  users: number;
  newest_reading: string | null;
  created_at: string;
  total: number;
}

const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** A page by id, and how many there are in all. */
export async function pageOfIndustries(
  db: Querier,
  filter: IndustryFilter,
  { limit, offset }: ListPage,
): Promise<{ readonly industries: ListedIndustry[]; readonly total: number }> {
  const rows = await db.many<IndustryRow>('industry-lists.industries', [
    filter.active,
    filter.test,
    filter.timezone,
    filter.search?.toLowerCase() ?? null,
    limit,
    offset,
    filter.industryId,
  ]);
  // A page beyond the last one has no row that tells.
  if (rows.length === 0 && offset > 0)
    return { industries: [], total: (await pageOfIndustries(db, filter, { limit: 1, offset: 0 })).total };
  return {
    total: rows[0]?.total ?? 0,
    industries: rows.map((row) => ({
      industryId: row.industry_id,
      industryName: row.industry_name,
      place: row.place,
      isActive: row.is_active,
      isTest: row.is_test,
      isDisabled: row.disabled,
      timezone: row.timezone,
      shiftStartAt: row.shift_start_at,
      daysOffset: row.days_offset,
      clock: row.clock,
      units: row.live_units,
      retiredUnits: row.retired_units,
      users: row.users,
      lastUpdated: dateOrNull(row.newest_reading),
      createdAt: new Date(row.created_at),
    })),
  };
}

/** By unitId, of units that have sent anything, retired ones included. */
export const lastSeenOfUnits = async (db: Querier, industryKey: number): Promise<ReadonlyMap<string, Date>> =>
  new Map(
    (await db.many<{ unit_id: string; last_seen: string }>('industry-lists.units_seen', [industryKey])).map((row) => [
      row.unit_id,
      new Date(row.last_seen),
    ]),
  );

/** A unit out of use, as it counted last. */
interface RetiredUnit {
  readonly unitId: string;
  readonly displayName: string;
  readonly siUnit: string;
  readonly standardCategoryId: string;
  readonly calculations: string | null;
  readonly params: Readonly<Record<string, UnitParameter>>;
  readonly dataUpdateFrequencySeconds: number;
  readonly lastSeen: Date | null;
  readonly retiredAt: Date;
}

export const retiredUnits = async (db: Querier, industryKey: number): Promise<RetiredUnit[]> =>
  (
    await db.many<{
      unit_id: string;
      display_name: string;
      si_unit: string;
      standard_category_id: string;
      calculations: string | null;
      params: Record<string, UnitParameter>;
      data_update_frequency_seconds: number;
      last_seen: string | null;
      removed_at: string;
    }>('industry-lists.retired_units', [industryKey])
  ).map((row) => ({
    unitId: row.unit_id,
    displayName: row.display_name,
    siUnit: row.si_unit,
    standardCategoryId: row.standard_category_id,
    calculations: row.calculations,
    params: row.params,
    dataUpdateFrequencySeconds: row.data_update_frequency_seconds,
    lastSeen: dateOrNull(row.last_seen),
    retiredAt: new Date(row.removed_at),
  }));
