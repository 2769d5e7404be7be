import { createHash } from 'node:crypto';
import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { partsInUse } from '../../balance/rules/flow-sides.ts';
import { nodeText } from '../../balance/rules/node-figure.ts';
import type { diagramAnswer } from '../../balance/http/schemas/waterBalanceDiagram.ts';
import { type Markup, scrolledTable, scroller } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import { headUnitOf, inOwnUnit, shareCell, valueCell, type ToldBalance, type WriteFigure } from './words.ts';

/** Bodies of GET /api/user/waterBalance/data. */
export type DiagramData = { readonly [K in keyof typeof diagramAnswer]: z.infer<(typeof diagramAnswer)[K]> };

interface BalanceShown {
  readonly texts: Texts;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly balance: ToldBalance;
  /** Writer of the balance's figures. */
  readonly write: WriteFigure;
  readonly data: DiagramData;
  /** Page of the diagram; null: the first. */
  readonly page: string | null;
}

/** Address of a picture. It changes with the figures, so that an open page loads the present picture. */
function pictureAddress(
  { texts, from, to, balance, data }: BalanceShown,
  more: Readonly<Record<string, string>>,
): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([balance, data]))
    .digest('base64url')
    .slice(0, 12);
  const query = {
    date1: formatRequestDate(from),
    date2: formatRequestDate(to),
    type: 'DATE',
    language: texts.language,
    ...more,
    mark,
  };
  return `/app/api/user/waterBalance/diagram.svg?${new URLSearchParams(query)}`;
}

const picture = (title: string, address: string, alt: string, more: Markup | '' = ''): Markup =>
  html`<figure class="picture">
    <figcaption>
      <h3>${title}</h3>
      ${more}
    </figcaption>
    ${scroller(title, html`<a href="${address}"><img src="${address}" alt="${alt}" /></a>`)}
  </figure>`;

/** Pages of the diagram in their order. */
const pagesOf = ({ data }: BalanceShown) => Object.values(data.pages).toSorted((one, other) => one.order - other.order);

/** The words for whoever does not see the diagram: its page alone is drawn. */
function diagramAlt(shown: BalanceShown): string {
  const { texts, data, page } = shown;
  const drawn = page === null ? pagesOf(shown)[0] : data.pages[page];
  const { nodes, edges } = drawn?.diagram ?? data;
  return fill(texts.balance.diagramAlt, { nodes: nodes.length, edges: edges.length });
}

function pageLinks(shown: BalanceShown): Markup | '' {
  const pages = pagesOf(shown);
  if (pages.length < 2) return '';
  const current = shown.page ?? pages[0]?.id;
  const iso = { from: shown.from, to: shown.to };
  return html`<nav class="steps" aria-label="${shown.texts.balance.pages}">
    ${pages.map(
      ({ id, displayName }) =>
        html`<a
          href="/app/balance?${new URLSearchParams({ ...iso, page: id }).toString()}"
          ${id === current ? html`aria-current="page"` : ''}
          >${displayName}</a
        >`,
    )}
  </nav>`;
}

/** The saved diagram, and beside it the flows. */
export function pictures(shown: BalanceShown): Markup {
  const { texts, balance, data, page } = shown;
  const words = texts.balance;
  const diagram =
    data.nodes.length === 0
      ? html`<div>
          <h3>${words.diagram}</h3>
          <p>${words.noDiagram}</p>
        </div>`
      : picture(
          words.diagram,
          pictureAddress(shown, page === null ? {} : { page }),
          diagramAlt(shown),
          pageLinks(shown),
        );
  const counts = {
    sources: partsInUse(Object.values(balance.sources)).length,
    uses: partsInUse(Object.values(balance.uses)).length,
  };
  return html`<div class="pictures">
    ${diagram} ${picture(words.flows, pictureAddress(shown, { form: 'sankey' }), fill(words.flowsAlt, counts))}
  </div>`;
}

function stateOf({ balance: words }: Texts, { online, meta }: DiagramData['nodes'][number]['data']): string {
  if (meta.limitReached) return words.limitReached;
  if (meta.disabled) return words.noLine;
  return online ? words.online : words.offline;
}

/** Writer for nodes, the same as in the picture. */
const writeNode: WriteFigure = (value) => (value === null ? '–' : nodeText(value));

function nodesTable({ texts, data }: BalanceShown): Markup | '' {
  const words = texts.balance;
  if (data.nodes.length === 0) return '';
  return html`<details>
    <summary>${words.diagram}</summary>
    ${scrolledTable(
      words.diagram,
      [words.node, { figure: words.value }, { figure: words.measured }, words.state],
      data.nodes.map(
        ({ data: node }) =>
          html`<tr>
            <th scope="row">${node.label}</th>
            ${valueCell(texts, { ...node, value: node.valueNumber }, inOwnUnit(writeNode, node, null))}
            ${shareCell(node.coverage)}
            <td>${stateOf(texts, node)}</td>
          </tr>`,
      ),
    )}
  </details>`;
}

function partsTable({ texts, balance, write }: BalanceShown, side: 'sources' | 'uses'): Markup | '' {
  const words = texts.balance;
  const parts = partsInUse(Object.values(balance[side]));
  if (parts.length === 0) return '';
  const unit = headUnitOf(parts);
  const value = unit === null ? words.value : fill(words.valueIn, { unit });
  return html`<h3>${words[side]}</h3>
    ${scrolledTable(
      words[side],
      [words.part, { figure: value }, { figure: words.share }, { figure: words.measured }],
      parts.map(
        (part) =>
          html`<tr>
            <th scope="row">${part.displayName}</th>
            ${valueCell(texts, part, inOwnUnit(write, part, unit))} ${shareCell(part.share)} ${shareCell(part.coverage)}
          </tr>`,
      ),
    )}`;
}

/** Tables of the pictures, for readers who do not see them. */
export const pictureTables = (shown: BalanceShown): Markup =>
  html`${partsTable(shown, 'sources')} ${partsTable(shown, 'uses')} ${nodesTable(shown)}`;
