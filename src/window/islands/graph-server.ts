import type { EditedGraph } from './graph.ts';
import { spread } from './graph-spread.ts';

/*
 * Requests of the editor: the graph with its version, a save, and others' saves.
 */

const GRAPH = '/app/api/user/waterBalance/graphEditor';

export interface LoadedGraph {
  readonly graph: EditedGraph;
  /** The graph with every node in the service's place. */
  readonly stored: EditedGraph;
  /** ETag of the version, which a save sends back. */
  readonly tag: string;
  /** The graph is a proposal, because nobody has saved one. */
  readonly isDraft: boolean;
}

interface SavedVersion {
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: string;
}

type SaveOutcome =
  | { readonly outcome: 'saved'; readonly tag: string }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'refused'; readonly message: string };

interface Refusal {
  readonly message?: string;
  readonly errors?: readonly { readonly field: string; readonly problem: string }[];
}

/** @throws Error with the service's own sentence. */
async function answered(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const { message } = (await answer.json()) as Refusal; // the service's own answer
  throw new Error(message ?? String(answer.status));
}

/** @throws Error with the service's own sentence. */
export async function loadGraph(): Promise<LoadedGraph> {
  const answer = await answered(await fetch(`${GRAPH}?propose=true`));
  const { draft, ...graph } = (await answer.json()) as EditedGraph & { draft?: boolean }; // the endpoint's own answer
  return { graph: spread(graph), stored: graph, tag: answer.headers.get('etag') ?? '*', isDraft: draft === true };
}

export async function saveGraph(graph: EditedGraph, tag: string): Promise<SaveOutcome> {
  const answer = await fetch(GRAPH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'if-match': tag },
    body: JSON.stringify(graph),
  });
  if (answer.ok) return { outcome: 'saved', tag: answer.headers.get('etag') ?? '*' };
  if (answer.status === 412) return { outcome: 'conflict' };
  const { message = String(answer.status), errors = [] } = (await answer.json()) as Refusal; // the service's own answer
  const details = errors.map(({ field, problem }) => `${field} ${problem}`);
  return {
    outcome: 'refused',
    message: [message, ...details.filter((detail) => !message.includes(detail))].join('\n'),
  };
}

/** The newest save. @throws Error with the service's own sentence. */
export async function newestSave(): Promise<SavedVersion | null> {
  const answer = await answered(await fetch(`${GRAPH}/versions`));
  // The endpoint's own answer.
  const { data } = (await answer.json()) as { data: { versions: readonly SavedVersion[] } };
  return data.versions[0] ?? null;
}
