import { type EditedEdge, type EditedGraph, type EditedNode, nodesOfPage, type Selection } from './graph.ts';
import { NODE_BOX } from './graph-spread.ts';

/*
 * Draws a page of the edited graph. Every node and every line is a button.
 */

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 48;
const LETTERS = 22;

interface Drawing {
  readonly graph: EditedGraph;
  /** null: nodes without a page. */
  readonly page: string;
  readonly selected: Selection | null;
  readonly zoom: number;
  /** Name of a line for screen readers. */
  readonly lineName: (from: string, to: string) => string;
}

const make = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...inside: Element[]
): SVGElement => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
};

const written = (text: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
  const element = make('text', attributes);
  element.textContent = text;
  return element;
};

/** Name for screen readers, and for a name that is too long to be drawn. */
const named = (name: string): SVGElement => {
  const element = make('title', {});
  element.textContent = name;
  return element;
};

const shortened = (text: string): string => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text);

const button = (selection: Selection, isSelected: boolean, label: string, ...inside: Element[]): SVGElement =>
  make(
    'g',
    {
      class: `${selection.what}${isSelected ? ' selected' : ''}`,
      'data-id': selection.id,
      'data-what': selection.what,
      tabindex: 0,
      role: 'button',
      'aria-pressed': String(isSelected),
    },
    named(label),
    ...inside,
  );

function edgeElement(edge: EditedEdge, nodes: ReadonlyMap<string, EditedNode>, drawing: Drawing): SVGElement | null {
  const [from, to] = [nodes.get(edge.source), nodes.get(edge.target)];
  if (from === undefined || to === undefined) return null;
  const leftToRight = from.position.x <= to.position.x;
  const start = {
    x: from.position.x + (leftToRight ? NODE_BOX.width : 0),
    y: from.position.y + NODE_BOX.height / 2,
  };
  const end = { x: to.position.x + (leftToRight ? 0 : NODE_BOX.width), y: to.position.y + NODE_BOX.height / 2 };
  const bend = (leftToRight ? 1 : -1) * Math.max(40, Math.abs(end.x - start.x) / 2);
  const path = `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
  const side = leftToRight ? -10 : 10;
  const { selected, lineName } = drawing;
  return button(
    { what: 'edge', id: edge.id },
    selected?.what === 'edge' && selected.id === edge.id,
    lineName(from.data.label, to.data.label),
    make('path', { class: 'reach', d: path }),
    make('path', { class: 'line', d: path }),
    make('path', { class: 'tip', d: `M${end.x + side} ${end.y - 6}L${end.x} ${end.y}L${end.x + side} ${end.y + 6}Z` }),
  );
}

const nodeElement = (node: EditedNode, { selected }: Drawing): SVGElement => {
  const { x, y } = node.position;
  const element = button(
    { what: 'node', id: node.id },
    selected?.what === 'node' && selected.id === node.id,
    node.data.label,
    make('rect', { width: NODE_BOX.width, height: NODE_BOX.height, rx: node.nodeType === 'physicalNode' ? 22 : 5 }),
    written(shortened(node.data.label), { class: 'name', x: NODE_BOX.width / 2, y: 28, 'text-anchor': 'middle' }),
    written(shortened(node.id), { class: 'id', x: NODE_BOX.width / 2, y: 48, 'text-anchor': 'middle' }),
  );
  element.setAttribute('transform', `translate(${x} ${y})`);
  return element;
};

/** Draws the whole page anew and keeps the focus. */
export function draw(svg: SVGSVGElement, drawing: Drawing): void {
  const nodes = nodesOfPage(drawing.graph, drawing.page);
  const places = nodes.map(({ position }) => position);
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), 0);
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
  const left = least(places.map(({ x }) => x)) - MARGIN;
  const top = least(places.map(({ y }) => y)) - MARGIN;
  const width = most(places.map(({ x }) => x)) + NODE_BOX.width + MARGIN - left;
  const height = most(places.map(({ y }) => y)) + NODE_BOX.height + MARGIN - top;
  const focused = document.activeElement?.closest<SVGElement>('[data-what]') ?? null;
  svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
  svg.setAttribute('width', String(Math.round(width * drawing.zoom)));
  svg.setAttribute('height', String(Math.round(height * drawing.zoom)));
  const known = new Map(nodes.map((node) => [node.id, node]));
  svg.replaceChildren(
    ...drawing.graph.edges.flatMap((edge) => edgeElement(edge, known, drawing) ?? []),
    ...nodes.map((node) => nodeElement(node, drawing)),
  );
  if (focused !== null && svg.isConnected) find(svg, focused.dataset['what'], focused.dataset['id'])?.focus();
}

/** The node or line that is drawn for an id. */
const find = (svg: SVGSVGElement, what: string | undefined, id: string | undefined): SVGElement | null =>
  [...svg.querySelectorAll<SVGElement>('[data-what]')].find(
    ({ dataset }) => dataset['what'] === what && dataset['id'] === id,
  ) ?? null;
