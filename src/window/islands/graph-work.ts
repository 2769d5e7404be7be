import {
  begun,
  connected,
  withStep,
  type EditedGraph,
  type Editing,
  isAlike,
  MAIN_PAGE,
  moved,
  nameOf,
  nodesOfPage,
  redone,
  renamed,
  type Selection,
  undone,
  withNewNode,
  withoutEdge,
  withoutNode,
} from './graph.ts';
import type { LoadedGraph } from './graph-server.ts';

/* Steps of a person in the editor of the diagram. This file uses no document, so that tests can run it. */

const ZOOM_STEP = 1.25;
const ZOOMS = { least: 0.3, most: 2 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Work {
  readonly mayWrite: boolean;
  /** The graph as this page last read or saved it, with its version. Saves of other people are compared with it. */
  readonly known: LoadedGraph;
  readonly editing: Editing;
  readonly selected: Selection | null;
  /** The node at which a line begins, until its end is chosen. */
  readonly lineFrom: string | null;
  readonly page: string;
  readonly zoom: number;
  /** Sentence of the last step, by its key; null: what was said before stays. */
  readonly said: { readonly key: string; readonly values: Readonly<Record<string, string | number>> } | null;
}

export type WorkStep = (work: Work) => Work;

/** Pages to choose from. */
export function pagesOf({ editing }: Work, mainPage: string): EditedGraph['metadata']['pages'] {
  const { pages } = editing.present.metadata;
  return pages.some(({ id }) => id === MAIN_PAGE) || nodesOfPage(editing.present, MAIN_PAGE).length === 0
    ? pages
    : [{ id: MAIN_PAGE, displayName: mainPage }, ...pages];
}

const saying = (key: string, work: Work, values: Readonly<Record<string, string | number>> = {}): Work => ({
  ...work,
  said: { key, values },
});

export function opened(known: LoadedGraph, mayWrite: boolean): Work {
  const blank = {
    mayWrite,
    known,
    editing: begun(known.graph),
    selected: null,
    lineFrom: null,
    page: MAIN_PAGE,
    zoom: 1,
    said: null,
  };
  const work = { ...blank, page: pagesOf(blank, '')[0]?.id ?? MAIN_PAGE };
  if (known.isDraft) return saying('draft', work);
  return mayWrite ? saying('ready', work) : saying('readOnly', work);
}

export const isChanged = ({ known, editing }: Work): boolean => known.isDraft || !isAlike(known.graph, editing.present);

const changed = (work: Work, graph: EditedGraph): Work => ({ ...work, editing: withStep(work.editing, graph) });

/** A node that is chosen while a line is drawn is the line's end. */
export function chosen(work: Work, selection: Selection): Work {
  const { lineFrom, editing } = work;
  if (lineFrom === null || selection.what === 'edge') return { ...work, selected: selection };
  const graph = connected(editing.present, lineFrom, selection.id);
  const names = { from: nameOf(editing.present, lineFrom), to: nameOf(editing.present, selection.id) };
  return graph === null
    ? saying('lineThere', { ...work, lineFrom: null, selected: selection }, names)
    : saying('lineDrawn', changed({ ...work, lineFrom: null }, graph), names);
}

export function movedBy(work: Work, id: string, by: Point): Work {
  // The picture is drawn anew, because the node was dragged in it.
  if (!work.mayWrite) return { ...work };
  const graph = moved(work.editing.present, id, by);
  const { x, y } = graph.nodes.find((node) => node.id === id)?.position ?? { x: 0, y: 0 };
  return saying('movedTo', changed({ ...work, selected: { what: 'node', id } }, graph), {
    name: nameOf(graph, id),
    x,
    y,
  });
}

export function removed(work: Work): Work {
  const { selected, mayWrite, editing } = work;
  if (selected === null || !mayWrite) return work;
  const { what, id } = selected;
  const graph = what === 'edge' ? withoutEdge(editing.present, id) : withoutNode(editing.present, id);
  return what === 'edge' || graph.nodes.length < editing.present.nodes.length
    ? saying('removedHere', changed({ ...work, selected: null }, graph))
    : saying('unitStays', work);
}

export function nodeAdded(work: Work, at: Point, name: string): Work {
  const { graph, id } = withNewNode(work.editing.present, work.page === MAIN_PAGE ? null : work.page, name, at);
  return changed({ ...work, selected: { what: 'node', id } }, graph);
}

export const named = (work: Work, name: string): Work =>
  work.selected?.what !== 'node' || name === '' || name === nameOf(work.editing.present, work.selected.id)
    ? work
    : changed(work, renamed(work.editing.present, work.selected.id, name));

/** Begins a line at the selected node, or gives up the one that is drawn. */
function lineBegunOrGivenUp(work: Work): Work {
  const { lineFrom, selected, editing } = work;
  return lineFrom === null && selected?.what === 'node'
    ? saying('chooseEnd', { ...work, lineFrom: selected.id }, { from: nameOf(editing.present, selected.id) })
    : saying('', { ...work, lineFrom: null });
}

export const zoomedTo = (work: Work, wanted: number): Work => ({
  ...work,
  zoom: Math.min(ZOOMS.most, Math.max(ZOOMS.least, wanted)),
});

export const onPage = (work: Work, page: string): Work => ({ ...work, page, selected: null });

/** Steps of buttons, by their names. */
export const WORK_STEPS = {
  undo: (work) => ({ ...work, editing: undone(work.editing) }),
  redo: (work) => ({ ...work, editing: redone(work.editing) }),
  in: (work) => zoomedTo(work, work.zoom * ZOOM_STEP),
  out: (work) => zoomedTo(work, work.zoom / ZOOM_STEP),
  remove: removed,
  connect: lineBegunOrGivenUp,
} satisfies Readonly<Record<string, WorkStep>>;

export const savedAs = (work: Work, graph: EditedGraph, tag: string): Work =>
  saying(
    'savedAs',
    { ...work, known: { graph, stored: graph, tag, isDraft: false } },
    {
      version: tag.replaceAll(/\D/g, ''),
    },
  );

/** Goes on after somebody else's save. It can be undone. */
export const goneOn = (work: Work, theirs: LoadedGraph, graph: EditedGraph): Work =>
  saying('notSavedYet', changed({ ...work, known: { ...theirs, isDraft: work.known.isDraft } }, graph));
