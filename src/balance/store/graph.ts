import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { GraphVersion } from '../rules/types.ts';

type GraphRow = RowOf<GraphVersion, 'savedAt'>;

const toVersion = (row: GraphRow): GraphVersion => ({ ...row, savedAt: new Date(row.savedAt) });

/** How much a version holds. */
export interface GraphVersionSummary extends Omit<GraphVersion, 'document'> {
  readonly physicalNodes: number;
  readonly virtualNodes: number;
  readonly edges: number;
  readonly pages: number;
}

/** Keeps other saves of the industry's graph waiting until the transaction ends. */
export const holdGraph = async (db: Querier, industryKey: number): Promise<void> => {
  await db.many('water-balance.hold', [industryKey]);
};

/** The version in force; null before the first save. */
export async function newestGraph(db: Querier, industryKey: number): Promise<GraphVersion | null> {
  const row = await db.maybeOne<GraphRow>('water-balance.newest', [industryKey]);
  return row === null ? null : toVersion(row);
}

/** null when there is no such version, or no longer. */
export async function findGraph(db: Querier, industryKey: number, version: number): Promise<GraphVersion | null> {
  const row = await db.maybeOne<GraphRow>('water-balance.find', [industryKey, version]);
  return row === null ? null : toVersion(row);
}

/** 0 before the first save. */
export async function newestGraphVersion(db: Querier, industryKey: number): Promise<number> {
  const { version } = await db.one<{ version: number }>('water-balance.newest_version', [industryKey]);
  return version;
}

/** The newest first. */
export const listGraphs = async (db: Querier, industryKey: number): Promise<GraphVersionSummary[]> =>
  (await db.many<RowOf<GraphVersionSummary, 'savedAt'>>('water-balance.list', [industryKey])).map((row) => ({
    ...row,
    savedAt: new Date(row.savedAt),
  }));

export const insertGraph = async (
  db: Querier,
  industryKey: number,
  { version, savedAt, savedBy, document }: GraphVersion,
): Promise<void> => {
  await db.many('water-balance.insert', [industryKey, version, savedAt, savedBy, JSON.stringify(document)]);
};

/** Forgets versions up to this one. */
export const pruneGraphs = async (db: Querier, industryKey: number, upTo: number): Promise<void> => {
  await db.many('water-balance.prune', [industryKey, upTo]);
};
