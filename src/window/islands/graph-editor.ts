import { differences, type EditedGraph, merged, nameOf, type Selection } from './graph.ts';
import { draw } from './graph-canvas.ts';
import { followPointers, stepOf } from './graph-drag.ts';
import { loadGraph, newestSave, saveGraph } from './graph-server.ts';
import {
  nodeAdded,
  chosen,
  goneOn,
  isChanged,
  movedBy,
  named,
  onPage,
  opened,
  pagesOf,
  removed,
  savedAs,
  type WorkStep,
  WORK_STEPS,
  type Work,
  zoomedTo,
} from './graph-work.ts';

/* The editor of the water balance's diagram: by mouse, finger and keyboard, with undo, and nobody's work is lost. */

/** Smallest zoom at which a phone still shows the diagram. */
const FIRST_ZOOM = 0.6;

const place = <E extends Element>(selector: string, kind: { new (): E }): E => {
  const found = document.querySelector(`#editor ${selector}`);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
};

type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The parts of the page, and its words. */
const deskOf = (root: HTMLElement) => {
  const texts = JSON.parse(root.dataset['texts'] ?? '{}') as Readonly<Record<string, string>>; // the page's own
  const text: Words = (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return {
    root,
    text,
    svg: place('svg', SVGSVGElement),
    canvas: place('.canvas', HTMLElement),
    status: place('[role=status]', HTMLElement),
    pageChoice: place('select[name=page]', HTMLSelectElement),
    nameField: place('input[name=label]', HTMLInputElement),
    selectedPart: place('fieldset', HTMLFieldSetElement),
    conflict: place('.conflict', HTMLElement),
    buttons: [...root.querySelectorAll<HTMLButtonElement>('button[data-do]')],
  };
};

type Desk = ReturnType<typeof deskOf>;

/** The work as it stands, and the next step of it, which is shown at once. */
interface Present {
  readonly work: () => Work;
  readonly go: (step: WorkStep) => void;
}

async function begin(desk: Desk): Promise<void> {
  const loaded = await loadGraph().catch((error: unknown) => {
    if (error instanceof Error) desk.status.textContent = error.message;
    return null;
  });
  if (loaded === null) return;
  const present = presentOf(desk, opened(loaded, desk.root.dataset['mayWrite'] === 'true'));
  followButtons(desk, present);
  followKeys(desk, present);
  followFields(desk, present);
  followPointers(desk.svg, {
    zoom: () => present.work().zoom,
    move: (id, by) => present.go((work) => movedBy(work, id, by)),
  });
  addEventListener('beforeunload', (event) => {
    const work = present.work();
    if (work.mayWrite && !work.known.isDraft && isChanged(work)) event.preventDefault();
  });
  showFirst(desk, present);
}

function presentOf(desk: Desk, first: Work): Present {
  let work = first;
  return {
    work: () => work,
    go(step) {
      const next = step(work);
      if (next === work) return;
      work = { ...next, said: null };
      show(desk, work);
      if (next.said !== null) desk.status.textContent = desk.text(next.said.key, next.said.values);
    },
  };
}

function showFirst(desk: Desk, { work, go }: Present): void {
  const pages = pagesOf(work(), desk.text('mainPage'));
  desk.pageChoice.replaceChildren(...pages.map(({ id, displayName }) => new Option(displayName, id)));
  // How wide the diagram is, is known as soon as it is drawn.
  show(desk, work());
  const wanted = desk.canvas.clientWidth / desk.svg.viewBox.baseVal.width;
  go((first) => zoomedTo(first, Math.min(1, Math.max(FIRST_ZOOM, wanted))));
  desk.root.dataset['ready'] = 'true';
}

function show(desk: Desk, work: Work): void {
  const { page, selected, zoom } = work;
  const graph = work.editing.present;
  draw(desk.svg, { graph, page, selected, zoom, lineName: (from, to) => desk.text('lineName', { from, to }) });
  const node = selected?.what === 'node' ? graph.nodes.find(({ id }) => id === selected.id) : undefined;
  const edge = selected?.what === 'edge' ? graph.edges.find(({ id }) => id === selected.id) : undefined;
  const isVirtual = node?.nodeType === 'virtualNode';
  desk.selectedPart.disabled = !work.mayWrite || (node === undefined && edge === undefined);
  if (document.activeElement !== desk.nameField)
    desk.nameField.value = node?.data.label ?? (edge === undefined ? '' : lineName(desk, graph, edge));
  desk.nameField.disabled = !isVirtual;
  showButtons(desk, work, { isNode: node !== undefined, isRemovable: edge !== undefined || isVirtual });
}

const lineName = ({ text }: Desk, graph: EditedGraph, line: { readonly source: string; readonly target: string }) =>
  text('lineName', { from: nameOf(graph, line.source), to: nameOf(graph, line.target) });

function showButtons(
  { buttons }: Desk,
  work: Work,
  { isNode, isRemovable }: { readonly isNode: boolean; readonly isRemovable: boolean },
): void {
  const able: Readonly<Record<string, boolean>> = {
    undo: work.editing.past.length > 0,
    redo: work.editing.future.length > 0,
    save: work.mayWrite && isChanged(work),
    add: work.mayWrite,
    connect: isNode,
    remove: isRemovable,
    ArrowLeft: isNode,
    ArrowRight: isNode,
    ArrowUp: isNode,
    ArrowDown: isNode,
  };
  for (const button of buttons) {
    button.disabled = able[button.dataset['do'] ?? ''] === false;
    if (button.dataset['do'] === 'connect') button.setAttribute('aria-pressed', String(work.lineFrom !== null));
  }
}

function followButtons(desk: Desk, present: Present): void {
  const acts: Readonly<Record<string, () => void>> = {
    add: () => add(desk, present),
    save: () => void save(desk, present).catch((error: unknown) => (desk.status.textContent = String(error))),
  };
  const steps: Readonly<Record<string, WorkStep>> = WORK_STEPS;
  desk.root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const act = target?.closest<HTMLElement>('button[data-do]')?.dataset['do'];
    if (act === undefined) {
      const thing = target === null ? null : thingAt(target.closest<SVGElement>('[data-what]'));
      if (thing !== null) present.go((work) => chosen(work, thing));
      return;
    }
    const by = stepOf(act, false);
    const { selected } = present.work();
    if (by !== null && selected?.what === 'node') present.go((work) => movedBy(work, selected.id, by));
    else if (acts[act] !== undefined) acts[act]();
    else present.go(steps[act] ?? ((work) => work));
  });
}

function thingAt(element: SVGElement | null): Selection | null {
  const { what, id } = element?.dataset ?? {};
  return id === undefined ? null : { what: what === 'edge' ? 'edge' : 'node', id };
}

function followKeys({ root, svg }: Desk, { work, go }: Present): void {
  svg.addEventListener('keydown', (event) => {
    const thing = event.target instanceof SVGElement ? thingAt(event.target) : null;
    if (thing === null) return;
    const by = stepOf(event.key, event.shiftKey);
    if (event.key === 'Enter' || event.key === ' ') go((now) => chosen(now, thing));
    else if (event.key === 'Escape' && work().lineFrom !== null) go(WORK_STEPS.connect);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && work().mayWrite)
      go((now) => removed({ ...now, selected: thing }));
    else if (by !== null && thing.what === 'node') go((now) => movedBy(now, thing.id, by));
    else return;
    event.preventDefault();
  });
  root.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    go(key === 'y' || event.shiftKey ? WORK_STEPS.redo : WORK_STEPS.undo);
  });
}

function followFields({ nameField, pageChoice }: Desk, { go }: Present): void {
  nameField.addEventListener('change', () => go((work) => named(work, nameField.value.trim())));
  pageChoice.addEventListener('change', () => go((work) => onPage(work, pageChoice.value)));
}

/** A new node comes into the middle of the visible part. */
function add({ svg, canvas, nameField, text }: Desk, { work, go }: Present): void {
  const [left = 0, top = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const { zoom } = work();
  const at = {
    x: Math.round(left + (canvas.scrollLeft + canvas.clientWidth / 2) / zoom),
    y: Math.round(top + (canvas.scrollTop + canvas.clientHeight / 2) / zoom),
  };
  go((now) => nodeAdded(now, at, text('newNode')));
  nameField.focus();
  nameField.select();
}

async function save(desk: Desk, present: Present): Promise<void> {
  desk.status.textContent = desk.text('saving');
  const { editing, known } = present.work();
  const graph = editing.present;
  const result = await saveGraph(graph, known.tag);
  if (result.outcome === 'conflict') return showConflict(desk, present);
  if (result.outcome === 'refused') {
    desk.status.textContent = result.message;
    return;
  }
  desk.conflict.hidden = true;
  present.go((work) => savedAs(work, graph, result.tag));
}

/** Shows others' saves, and two ways to go on, both of which can be undone. */
async function showConflict(desk: Desk, { work, go }: Present): Promise<void> {
  const { text, root, status, conflict } = desk;
  const [theirs, who] = await Promise.all([loadGraph(), newestSave()]);
  const { known, editing } = work();
  const lines = differences(known.stored, theirs.stored).map(({ kind, what, id }) => {
    const graph = kind === 'removed' ? known.stored : theirs.graph;
    const edge = what === 'edge' ? graph.edges.find((one) => one.id === id) : undefined;
    const item = document.createElement('li');
    item.textContent = text(kind, { name: edge === undefined ? nameOf(graph, id) : lineName(desk, graph, edge) });
    return item;
  });
  const at = who === null ? '' : instantText(who.savedAt, root.dataset['timezone'] ?? 'UTC');
  place('.conflict p', HTMLElement).textContent = text('conflict', { by: who?.savedBy ?? '', at });
  place('.conflict ul', HTMLElement).replaceChildren(...lines);
  status.textContent = '';
  const goOn = (graph: EditedGraph) => (): void => {
    conflict.hidden = true;
    go((now) => goneOn(now, theirs, graph));
  };
  const mine = merged(known.graph, editing.present, theirs.graph);
  place('.conflict [data-way=mine]', HTMLButtonElement).onclick = goOn(mine);
  place('.conflict [data-way=theirs]', HTMLButtonElement).onclick = goOn(theirs.graph);
  conflict.hidden = false;
  conflict.focus();
}

/** On the industry's clock. */
const instantText = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleString(document.documentElement.lang === 'hi' ? 'hi-u-nu-latn' : 'en-GB', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });

const editor = document.querySelector<HTMLElement>('#editor');
if (editor !== null) void begin(deskOf(editor));
