import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { type GraphAnswer, graphAnswer } from './rules/graph-answer.ts';
import { type ExpectedVersion, requireVersion } from '../kernel/versions/if-match.ts';
import { emptyGraph } from './rules/graph.ts';
import { proposeGraph } from './rules/propose.ts';
import { parseGraph } from './rules/parse-graph.ts';
import type { GraphDocument } from './rules/types.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import {
  findGraph,
  type GraphVersionSummary,
  holdGraph,
  insertGraph,
  listGraphs,
  newestGraph,
  newestGraphVersion,
  pruneGraphs,
} from './store/graph.ts';

interface LoadedGraph {
  /** Version of the graph; 0: nobody has saved one. */
  readonly version: number;
  readonly graph: GraphAnswer;
}

interface GraphSave {
  readonly by: Actor;
  /** Version that must be in force; null: the save replaces any version. */
  readonly expected: ExpectedVersion | null;
}

/** Spec gap: number of versions that are kept and can be restored. */
const KEPT_VERSIONS = 20;

/**
 * The saved graph of an industry, or an empty one.
 * @param asked propose: a draft from categories and virtual units in place of an empty graph.
 */
export async function readGraphToEdit(
  { database }: Pick<DataContext, 'database'>,
  industry: Industry,
  { propose = false }: { readonly propose?: boolean } = {},
): Promise<LoadedGraph> {
  const newest = await newestGraph(database, industry.industryKey);
  const document = newest?.document ?? (propose ? proposeGraph(industry) : emptyGraph(industry.industryId));
  return { version: newest?.version ?? 0, graph: graphAnswer(document, withRetired(industry).units) };
}

/**
 * Replaces the graph.
 * @returns its version.
 * @throws ServiceError 1430 with every mistake of the body; 412 when another version is in force than expected. After
 * an error nothing is written.
 */
export async function replaceGraph(
  context: DataContext,
  industry: Industry,
  body: unknown,
  save: GraphSave,
): Promise<number> {
  // The body is read before the transaction, because a large one takes a while.
  const document = parseGraph(body, withRetired(industry));
  return saveNext(context, industry, save, { verb: 'graph.save' }, async () => document);
}

/** The kept versions, the newest first. */
export const listGraphVersions = (
  { database }: Pick<DataContext, 'database'>,
  { industryKey }: Industry,
): Promise<readonly GraphVersionSummary[]> => listGraphs(database, industryKey);

/**
 * Saves the graph of an earlier version as the newest version.
 * @returns the new version.
 * @throws ServiceError 404 for a version that is not kept; 412 as {@link replaceGraph}.
 */
export const restoreGraph = (
  context: DataContext,
  industry: Industry,
  version: number,
  save: GraphSave,
): Promise<number> =>
  saveNext(context, industry, save, { verb: 'graph.restore', restoredVersion: version }, async (transaction) => {
    const kept = await findGraph(transaction, industry.industryKey, version);
    if (kept === null) throw await notKept(transaction, industry, version);
    return kept.document;
  });

/**
 * Saves a graph as the next version. Saves of one industry wait for each other, so each sees the version of the one
 * before.
 */
const saveNext = (
  { database, clock }: DataContext,
  { industryKey, industryId }: Industry,
  { by, expected }: GraphSave,
  act: { readonly verb: 'graph.save' } | { readonly verb: 'graph.restore'; readonly restoredVersion: number },
  documentOf: (transaction: Querier) => Promise<GraphDocument>,
): Promise<number> =>
  database.transaction(async (transaction) => {
    await holdGraph(transaction, industryKey);
    const inForce = await newestGraphVersion(transaction, industryKey);
    requireVersion(expected, inForce);
    const version = inForce + 1;
    await insertGraph(transaction, industryKey, {
      version,
      savedAt: new Date(clock.now()),
      savedBy: by.userId,
      document: await documentOf(transaction),
    });
    await pruneGraphs(transaction, industryKey, version - KEPT_VERSIONS);
    const { verb, ...facts } = act;
    // The audit holds version numbers alone, because graphs are large and the versions hold them.
    await writeAudit(transaction, {
      at: clock.now(),
      actor: by,
      industryKey,
      verb,
      subject: industryId,
      before: inForce === 0 ? null : { version: inForce },
      after: { version, ...facts },
    });
    return version;
  });

async function notKept(db: Querier, { industryKey }: Industry, version: number): Promise<ServiceError> {
  const kept = await listGraphs(db, industryKey);
  const [newest, oldest] = [kept.at(0)?.version, kept.at(-1)?.version];
  const problem =
    newest === undefined
      ? 'is not kept, because nobody has saved a graph'
      : `is not kept, allowed are ${oldest} to ${newest}`;
  return new ServiceError(404, `Version ${version} ${problem}`, [
    { field: 'version', problem: `${version} ${problem}` },
  ]);
}
