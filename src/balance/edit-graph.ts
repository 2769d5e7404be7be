import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Actor } from '../platform/login/rules/actor.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { type EditorGraph, editorGraph } from './rules/editor.ts';
import { type ExpectedVersion, requireVersion } from '../kernel/versions/expected-version.ts';
import { emptyGraph } from './rules/graph.ts';
import { proposeGraph } from './rules/propose.ts';
import { readGraph } from './rules/read-graph.ts';
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
  /** 0: nobody has saved one. */
  readonly version: number;
  readonly graph: EditorGraph;
}

interface GraphSave {
  readonly by: Actor;
  /** What must be in force; null: whatever is there is replaced. */
  readonly expected: ExpectedVersion | null;
}

/** Spec gap: how many saves can be taken back. */
const KEPT_VERSIONS = 20;

/**
 * The graph of an industry as it was saved, else an empty one.
 * @param asked propose: else a draft made of the categories and virtual units.
 */
export async function readGraphToEdit(
  { database }: Pick<DataContext, 'database'>,
  industry: Industry,
  { propose = false }: { readonly propose?: boolean } = {},
): Promise<LoadedGraph> {
  const newest = await newestGraph(database, industry.industryKey);
  const document = newest?.document ?? (propose ? proposeGraph(industry) : emptyGraph(industry.industryId));
  return { version: newest?.version ?? 0, graph: editorGraph(document, withRetired(industry).units) };
}

/**
 * Replaces the graph.
 * @returns its version.
 * @throws ServiceError 1430 with every mistake of the body; 412 when another version is in force than expected. Nothing
 * is written then.
 */
export async function replaceGraph(
  context: DataContext,
  industry: Industry,
  body: unknown,
  save: GraphSave,
): Promise<number> {
  // Before the transaction, because a large body takes a while to read.
  const document = readGraph(body, withRetired(industry));
  return saveNext(context, industry, save, { verb: 'graph.save' }, async () => document);
}

/** The last 20 versions, the newest first. */
export const listGraphVersions = (
  { database }: Pick<DataContext, 'database'>,
  { industryKey }: Industry,
): Promise<readonly GraphVersionSummary[]> => listGraphs(database, industryKey);

/**
 * Saves what a version holds as the newest.
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

/** Saves of one industry wait for each other, so each sees the version that the one before has left. */
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
    // Graphs are large. What differs is in their versions.
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
