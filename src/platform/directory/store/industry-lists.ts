import { dateOrNull, type Querier, type RowOf } from '../../database/database.ts';
import type { UnitParameter } from '../../../kernel/measure/unit.ts';
import type { DatedRule } from '../../../kernel/time/types.ts';
import type { ListPage } from '../../database/list-page.ts';

/** Filters of industries; null: all. */
export interface IndustryFilter {
  readonly industryId: string | null;
  readonly active: boolean | null;
  readonly test: boolean | null;
  readonly timezone: string | null;
  /** Part of the id, the name or the place, in letters of either case. */
  readonly search: string | null;
}

export interface ListedIndustry {
  readonly industryId: string;
  readonly industryName: string;
  readonly place: string | null;
  readonly isActive: boolean;
  readonly isTest: boolean;
  /** True when its users are refused, see `npm run access`. */
  readonly isDisabled: boolean;
  readonly timezone: string;
  readonly shiftStartAt: string;
  readonly daysOffset: number;
  /** All past, present and future rules of the clock, oldest first. */
  readonly clock: readonly DatedRule[];
  readonly units: number;
  readonly retiredUnits: number;
  readonly users: number;
  /** The newest instant of any reading. */
  readonly lastUpdated: Date | null;
  readonly createdAt: Date;
}

type IndustryRow = RowOf<ListedIndustry, 'lastUpdated' | 'createdAt'> & { readonly total: number };

/** A page by id, and how many there are in all. */
export async function pageOfIndustries(
  db: Querier,
  filter: IndustryFilter,
  { limit, offset }: ListPage,
): Promise<{ readonly industries: ListedIndustry[]; readonly total: number }> {
  const rows = await db.many<IndustryRow>('industry-lists.industries', {
    ...filter,
    search: filter.search?.toLowerCase() ?? null,
    limit,
    offset,
  });
  // A page beyond the last one has no row that tells.
  if (rows.length === 0 && offset > 0)
    return { industries: [], total: (await pageOfIndustries(db, filter, { limit: 1, offset: 0 })).total };
  return {
    total: rows[0]?.total ?? 0,
    industries: rows.map(({ total: _, ...row }) => ({
      ...row,
      lastUpdated: dateOrNull(row.lastUpdated),
      createdAt: new Date(row.createdAt),
    })),
  };
}

/** Newest instants by unitId, of units that have sent anything, retired ones included. */
export const lastSeenOfUnits = async (db: Querier, industryKey: number): Promise<ReadonlyMap<string, Date>> =>
  new Map(
    (await db.many<{ unitId: string; lastSeen: string }>('industry-lists.units_seen', { industryKey })).map((row) => [
      row.unitId,
      new Date(row.lastSeen),
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
  (await db.many<RowOf<RetiredUnit, 'lastSeen' | 'retiredAt'>>('industry-lists.retired_units', { industryKey })).map(
    (row) => ({ ...row, lastSeen: dateOrNull(row.lastSeen), retiredAt: new Date(row.retiredAt) }),
  );
