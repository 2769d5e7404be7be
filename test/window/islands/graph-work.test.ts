import { describe, expect, it } from 'vitest';
import type { EditedGraph } from '../../../src/window/islands/graph.ts';
import {
  nodeAdded,
  chosen,
  goneOn,
  isChanged,
  movedBy,
  named,
  opened,
  pagesOf,
  removed,
  savedAs,
  WORK_STEPS,
} from '../../../src/window/islands/graph-work.ts';

const node = (id: string, nodeType: 'physicalNode' | 'virtualNode') =>
  ({
    id,
    data: { label: `Node ${id}`, rotation: 0 },
    position: { x: 0, y: 0 },
    nodeType,
    type: 'OVAL',
    meta: { graphTag: null },
  }) as const;
const GRAPH: EditedGraph = {
  nodes: [node('M1', 'physicalNode'), node('A', 'virtualNode')],
  edges: [],
  metadata: { pages: [] },
};
const KNOWN = { graph: GRAPH, stored: GRAPH, tag: '"1"', isDraft: false };
const writer = opened(KNOWN, true);
const atM1 = chosen(writer, { what: 'node', id: 'M1' });

describe('the work of the editor', () => {
  it('draws a line from the selected node to the next one that is chosen, once', () => {
    const drawn = chosen(WORK_STEPS.connect(atM1), { what: 'node', id: 'A' });
    expect(drawn.editing.present.edges).toMatchObject([{ source: 'M1', target: 'A' }]);
    expect([drawn.lineFrom, drawn.said]).toEqual([
      null,
      { key: 'lineDrawn', values: { from: 'Node M1', to: 'Node A' } },
    ]);
    const again = chosen(WORK_STEPS.connect(drawn), { what: 'node', id: 'A' });
    expect([again.editing, again.said?.key, again.selected?.id]).toEqual([drawn.editing, 'lineThere', 'A']);
  });

  it('gives a line up that is begun twice', () => {
    expect(WORK_STEPS.connect(WORK_STEPS.connect(atM1)).lineFrom).toBeNull();
  });

  it('changes nothing for a person who may not write', () => {
    const reader = chosen(opened(KNOWN, false), { what: 'node', id: 'A' });
    expect(removed(reader)).toBe(reader);
    expect(movedBy(reader, 'A', { x: 9, y: 9 }).editing).toBe(reader.editing);
    expect([opened(KNOWN, false).said?.key, writer.said?.key]).toEqual(['readOnly', 'ready']);
  });

  it('removes a computed node and says that a unit stays', () => {
    expect(removed(atM1)).toMatchObject({ editing: { present: GRAPH }, said: { key: 'unitStays' } });
    const gone = removed(chosen(writer, { what: 'node', id: 'A' }));
    expect(gone.editing.present.nodes.map(({ id }) => id)).toEqual(['M1']);
    expect([gone.selected, isChanged(gone), isChanged(WORK_STEPS.undo(gone))]).toEqual([null, true, false]);
  });

  it('says where a node has moved to, in whole numbers', () => {
    expect(movedBy(writer, 'A', { x: 20.4, y: -8 }).said).toEqual({
      key: 'movedTo',
      values: { name: 'Node A', x: 20, y: -8 },
    });
  });

  it('takes no step for a name that stays the same or is empty', () => {
    expect([named(atM1, 'Node M1'), named(atM1, '')]).toEqual([atM1, atM1]);
    expect(named(atM1, 'Inlet').editing.present.nodes[0]?.data.label).toBe('Inlet');
  });

  it('selects a new node, on the page that is shown', () => {
    const work = nodeAdded({ ...writer, page: 'second' }, { x: 1, y: 2 }, 'New');
    expect(work.editing.present.nodes.at(-1)).toMatchObject({ id: work.selected?.id, meta: { graphTag: 'second' } });
  });

  it('shows the main page where nodes have no other', () => {
    const page = { id: 'second', displayName: 'Second' };
    const work = opened({ ...KNOWN, graph: { ...GRAPH, metadata: { pages: [page] } } }, true);
    expect(pagesOf(work, 'Main')).toEqual([{ id: 'physical', displayName: 'Main' }, page]);
    expect(work.page).toBe('physical');
  });

  it('is as saved after a save, and a draft until then', () => {
    const draft = opened({ ...KNOWN, isDraft: true }, true);
    expect([draft.said?.key, isChanged(draft)]).toEqual(['draft', true]);
    const saved = savedAs(draft, GRAPH, '"7"');
    expect([isChanged(saved), saved.said]).toEqual([false, { key: 'savedAs', values: { version: '7' } }]);
  });

  it('can take back that it went on with the graph of somebody else', () => {
    const theirs = { ...KNOWN, graph: { ...GRAPH, nodes: [] }, tag: '"2"' };
    const work = goneOn(atM1, theirs, theirs.graph);
    expect([work.known.tag, work.editing.present.nodes]).toEqual(['"2"', []]);
    expect(WORK_STEPS.undo(work).editing.present).toBe(GRAPH);
  });
});
