import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { GraphVersion } from '../rules/types.ts';

type GraphRow = RowOf<GraphVersion, 'savedAt'>;

const toVersion = (row: GraphRow): GraphVersion => ({ ...row, savedAt: new Date(row.savedAt) });

/** A version without its graph, but with the size of it. */
export interface GraphVersionSummary extends Omit<GraphVersion, 'document'> {
  readonly physicalNodes: number;
  readonly virtualNodes: number;
  readonly edges: number;
  readonly pages: number;
}

/** Locks the industry's graph for other saves until the transaction ends. */
export const holdGraph = async (db: Querier, industryKey: number): Promise<void> => {
  await db.many('water-balance.hold', { industryKey });
};

/** The version in force; null before the first save. */
export async function newestGraph(db: Querier, industryKey: number): Promise<GraphVersion | null> {
  const row = await db.maybeOne<GraphRow>('water-balance.newest', { industryKey });
  return row === null ? null : toVersion(row);
}

/** A version; null when it does not exist or is no longer kept. */
export async function findGraph(db: Querier, industryKey: number, version: number): Promise<GraphVersion | null> {
  const row = await db.maybeOne<GraphRow>('water-balance.find', { industryKey, version });
  return row === null ? null : toVersion(row);
}

/** Number of the newest version; 0 before the first save. */
export async function newestGraphVersion(db: Querier, industryKey: number): Promise<number> {
  const { version } = await db.one<{ version: number }>('water-balance.newest_version', { industryKey });
  return version;
}

/** Kept versions, the newest first. */
export const listGraphs = async (db: Querier, industryKey: number): Promise<GraphVersionSummary[]> =>
  (await db.many<RowOf<GraphVersionSummary, 'savedAt'>>('water-balance.list', { industryKey })).map((row) => ({
    ...row,
    savedAt: new Date(row.savedAt),
  }));

export const insertGraph = async (
  db: Querier,
  industryKey: number,
  { version, savedAt, savedBy, document }: GraphVersion,
): Promise<void> => {
  await db.many('water-balance.insert', { industryKey, version, savedAt, savedBy, document: JSON.stringify(document) });
};

/** Removes versions up to this one. */
export const pruneGraphs = async (db: Querier, industryKey: number, upTo: number): Promise<void> => {
  await db.many('water-balance.prune', { industryKey, upTo });
};
