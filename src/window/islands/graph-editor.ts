import {
  begun,
  connected,
  differences,
  withStep,
  type EditedGraph,
  type Editing,
  isAlike,
  merged,
  moved,
  redone,
  renamed,
  undone,
  withNewNode,
  withoutEdge,
  withoutNode,
} from './graph.ts';
import { draw, nameOf, nodesOfPage, type Selection } from './graph-canvas.ts';
import { followPointers, stepOf } from './graph-drag.ts';
import { loadGraph, newestSave, saveGraph } from './graph-server.ts';

/* The editor of the water balance's diagram: by mouse, finger and keyboard, with undo, and nobody's work is lost. */

const PHYSICAL = 'physical';
const ZOOM_STEP = 1.25;
const ZOOMS = { least: 0.3, most: 2 } as const;

const place = <E extends Element>(selector: string, kind: { new (): E }): E => {
  const found = document.querySelector(`#editor ${selector}`);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
};

const editor = document.querySelector<HTMLElement>('#editor');
if (editor !== null) void begin(editor);

async function begin(root: HTMLElement): Promise<void> {
  const texts = JSON.parse(root.dataset['texts'] ?? '{}') as Readonly<Record<string, string>>; // the page's own
  const mayWrite = root.dataset['mayWrite'] === 'true';
  const text = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  /** On the industry's clock. */
  const instantText = (iso: string): string =>
    new Date(iso).toLocaleString(document.documentElement.lang === 'hi' ? 'hi-u-nu-latn' : 'en-GB', {
      timeZone: root.dataset['timezone'] ?? 'UTC',
      dateStyle: 'medium',
      timeStyle: 'short',
    });
  const svg = place('svg', SVGSVGElement);
  const canvas = place('.canvas', HTMLElement);
  const status = place('[role=status]', HTMLElement);
  const pageChoice = place('select[name=page]', HTMLSelectElement);
  const nameField = place('input[name=label]', HTMLInputElement);
  const selectedPart = place('fieldset', HTMLFieldSetElement);
  const conflict = place('.conflict', HTMLElement);
  const say = (message: string): void => {
    status.textContent = message;
  };

  const loaded = await loadGraph().catch((error: unknown) => {
    if (error instanceof Error) say(error.message);
    return null;
  });
  if (loaded === null) return;
  let { tag } = loaded;
  /** The newest graph of the service that this page knows. */
  let saved: EditedGraph = loaded.graph;
  /** The graph that others' saves are compared with. */
  let { stored } = loaded;
  let isDraft = loaded.isDraft;
  let editing: Editing = begun(loaded.graph);
  let selected: Selection | null = null;
  /** The node at which a line begins, until its end is chosen. */
  let lineFrom: string | null = null;
  let zoom = 1;
  let page = PHYSICAL;

  const isChanged = (): boolean => isDraft || !isAlike(saved, editing.present);
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('button[data-do]')];

  function show(): void {
    const graph = editing.present;
    draw(svg, { graph, page, selected, zoom, lineName: (from, to) => text('lineName', { from, to }) });
    const chosen = selected;
    const node = chosen?.what === 'node' ? graph.nodes.find(({ id }) => id === chosen.id) : undefined;
    const edge = chosen?.what === 'edge' ? graph.edges.find(({ id }) => id === chosen.id) : undefined;
    selectedPart.disabled = !mayWrite || (node === undefined && edge === undefined);
    if (document.activeElement !== nameField)
      nameField.value =
        node?.data.label
        ?? (edge === undefined
          ? ''
          : text('lineName', { from: nameOf(graph, edge.source), to: nameOf(graph, edge.target) }));
    nameField.disabled = node?.nodeType !== 'virtualNode';
    const able: Readonly<Record<string, boolean>> = {
      undo: editing.past.length > 0,
      redo: editing.future.length > 0,
      save: mayWrite && isChanged(),
      add: mayWrite,
      connect: node !== undefined,
      remove: edge !== undefined || node?.nodeType === 'virtualNode',
      ArrowLeft: node !== undefined,
      ArrowRight: node !== undefined,
      ArrowUp: node !== undefined,
      ArrowDown: node !== undefined,
    };
    for (const button of buttons) {
      button.disabled = able[button.dataset['do'] ?? ''] === false;
      if (button.dataset['do'] === 'connect') button.setAttribute('aria-pressed', String(lineFrom !== null));
    }
  }

  function change(graph: EditedGraph): void {
    editing = withStep(editing, graph);
    show();
  }

  function choose(selection: Selection): void {
    if (lineFrom !== null && selection.what === 'node') {
      const graph = connected(editing.present, lineFrom, selection.id);
      const names = { from: nameOf(editing.present, lineFrom), to: nameOf(editing.present, selection.id) };
      lineFrom = null;
      say(text(graph === null ? 'lineThere' : 'lineDrawn', names));
      if (graph !== null) return change(graph);
    }
    selected = selection;
    show();
  }

  function move(id: string, by: { readonly x: number; readonly y: number }): void {
    if (!mayWrite) return show();
    selected = { what: 'node', id };
    change(moved(editing.present, id, by));
    const at = editing.present.nodes.find((node) => node.id === id)?.position;
    say(text('movedTo', { name: nameOf(editing.present, id), x: at?.x ?? 0, y: at?.y ?? 0 }));
  }

  function remove(): void {
    if (selected === null || !mayWrite) return;
    const { what, id } = selected;
    const graph = what === 'edge' ? withoutEdge(editing.present, id) : withoutNode(editing.present, id);
    if (what === 'edge' || graph.nodes.length < editing.present.nodes.length) {
      selected = null;
      change(graph);
      say(text('removedHere'));
    } else say(text('unitStays'));
  }

  function add(): void {
    // A new node comes into the middle of the visible part.
    const [left = 0, top = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const at = {
      x: Math.round(left + (canvas.scrollLeft + canvas.clientWidth / 2) / zoom),
      y: Math.round(top + (canvas.scrollTop + canvas.clientHeight / 2) / zoom),
    };
    const made = withNewNode(editing.present, page === PHYSICAL ? null : page, text('newNode'), at);
    selected = { what: 'node', id: made.id };
    change(made.graph);
    nameField.focus();
    nameField.select();
  }

  async function save(): Promise<void> {
    say(text('saving'));
    const graph = editing.present;
    const result = await saveGraph(graph, tag);
    if (result.outcome === 'conflict') return showConflict();
    if (result.outcome === 'refused') return say(result.message);
    ({ tag } = result);
    saved = graph;
    stored = graph;
    isDraft = false;
    conflict.hidden = true;
    say(text('savedAs', { version: tag.replaceAll(/\D/g, '') }));
    show();
  }

  /** The conflict: others' saves, and two ways to go on, both of which can be undone. */
  async function showConflict(): Promise<void> {
    const [theirs, who] = await Promise.all([loadGraph(), newestSave()]);
    const at = who === null ? '' : instantText(who.savedAt);
    const lines = differences(stored, theirs.stored).map(({ kind, what, id }) => {
      const graph = kind === 'removed' ? stored : theirs.graph;
      const edge = what === 'edge' ? graph.edges.find((one) => one.id === id) : undefined;
      const name =
        edge === undefined
          ? nameOf(graph, id)
          : text('lineName', { from: nameOf(graph, edge.source), to: nameOf(graph, edge.target) });
      const item = document.createElement('li');
      item.textContent = text(kind, { name });
      return item;
    });
    place('.conflict p', HTMLElement).textContent = text('conflict', { by: who?.savedBy ?? '', at });
    place('.conflict ul', HTMLElement).replaceChildren(...lines);
    say('');
    const goOn = (graph: EditedGraph) => (): void => {
      ({ tag } = theirs);
      saved = theirs.graph;
      ({ stored } = theirs);
      conflict.hidden = true;
      change(graph);
      say(text('notSavedYet'));
    };
    place('.conflict [data-way=mine]', HTMLButtonElement).onclick = goOn(merged(saved, editing.present, theirs.graph));
    place('.conflict [data-way=theirs]', HTMLButtonElement).onclick = goOn(theirs.graph);
    conflict.hidden = false;
    conflict.focus();
  }

  const zoomTo = (wanted: number): void => {
    zoom = Math.min(ZOOMS.most, Math.max(ZOOMS.least, wanted));
    show();
  };
  const acts: Readonly<Record<string, () => void>> = {
    undo: () => ((editing = undone(editing)), show()),
    redo: () => ((editing = redone(editing)), show()),
    in: () => zoomTo(zoom * ZOOM_STEP),
    out: () => zoomTo(zoom / ZOOM_STEP),
    add,
    remove,
    connect: () => {
      lineFrom = lineFrom === null && selected?.what === 'node' ? selected.id : null;
      say(lineFrom === null ? '' : text('chooseEnd', { from: nameOf(editing.present, lineFrom) }));
      show();
    },
    save: () => void save().catch((error: unknown) => say(String(error))),
  };

  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const act = target?.closest<HTMLElement>('button[data-do]')?.dataset['do'];
    if (act !== undefined) {
      const step = stepOf(act, false);
      if (step !== null && selected?.what === 'node') move(selected.id, step);
      else acts[act]?.();
      return;
    }
    const thing = target?.closest<SVGElement>('[data-what]')?.dataset;
    if (thing?.['id'] !== undefined) choose({ what: thing['what'] === 'edge' ? 'edge' : 'node', id: thing['id'] });
  });
  svg.addEventListener('keydown', (event) => {
    const thing = event.target instanceof SVGElement ? event.target.dataset : null;
    const id = thing?.['id'];
    if (id === undefined) return;
    const what = thing?.['what'] === 'edge' ? 'edge' : 'node';
    const step = stepOf(event.key, event.shiftKey);
    if (event.key === 'Enter' || event.key === ' ') choose({ what, id });
    else if (event.key === 'Escape' && lineFrom !== null) acts['connect']?.();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && mayWrite) {
      selected = { what, id };
      remove();
    } else if (step !== null && what === 'node') move(id, step);
    else return;
    event.preventDefault();
  });
  root.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    acts[key === 'y' || event.shiftKey ? 'redo' : 'undo']?.();
  });
  nameField.addEventListener('change', () => {
    const name = nameField.value.trim();
    if (selected?.what === 'node' && name !== '' && name !== nameOf(editing.present, selected.id))
      change(renamed(editing.present, selected.id, name));
  });
  pageChoice.addEventListener('change', () => {
    page = pageChoice.value;
    selected = null;
    show();
  });
  followPointers(svg, { zoom: () => zoom, move: (id, by) => move(id, by) });
  addEventListener('beforeunload', (event) => {
    if (mayWrite && !isDraft && isChanged()) event.preventDefault();
  });

  const { pages } = editing.present.metadata;
  const choices =
    pages.some(({ id }) => id === PHYSICAL) || nodesOfPage(editing.present, PHYSICAL).length === 0
      ? pages
      : [{ id: PHYSICAL, displayName: text('mainPage') }, ...pages];
  pageChoice.replaceChildren(...choices.map(({ id, displayName }) => new Option(displayName, id)));
  page = choices[0]?.id ?? PHYSICAL;
  // The diagram must not be smaller than a phone can show.
  show();
  zoomTo(Math.min(1, Math.max(0.6, canvas.clientWidth / svg.viewBox.baseVal.width)));
  root.dataset['ready'] = 'true';
  say(isDraft ? text('draft') : mayWrite ? text('ready') : text('readOnly'));
}
