import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { quarantineCase } from '../../readings/http/user/quarantine.ts';
import { ApiRefusal } from '../api-client.ts';
import { MISSING_MARK } from '../figures.ts';
import { fieldText, pageWithForms, typedOr } from '../handle-form.ts';
import { addressOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';
import { hasNoIndustry, instantMark, sectionPage, zoneNote } from './section.ts';

const PATH = '/app/operations/quarantine';
const ROWS = 50;
const STATUSES = ['held', 'released', 'discarded'] as const;
type Status = (typeof STATUSES)[number];

type Case = z.infer<typeof quarantineCase>;

const statusOf = (text: string | undefined): Status => STATUSES.find((status) => status === text) ?? 'held';

const rowOf = (visit: Visit, held: Case, isHeld: boolean): Markup => {
  const t = visit.texts.quarantine;
  const isChosen = visit.typed?.getAll('id').includes(String(held.id)) === true;
  return html`<tr>
    ${
      isHeld
        ? html`<td>
            <input
              type="checkbox"
              name="id"
              value="${held.id}"
              ${isChosen ? 'checked' : ''}
              aria-label="${fill(t.choose, { id: held.id })}"
            />
          </td>`
        : ''
    }
    <th scope="row">${held.unitId ?? MISSING_MARK}</th>
    <td class="what">${serviceWords(visit.language, held.reason)}</td>
    <td><code>${held.raw}</code></td>
    <td><code>${held.source}</code></td>
    <td>${instantMark(visit, held.receivedAt)}</td>
    <td class="figure">${figureText(held.timesReceived, 0)}</td>
    ${isHeld ? '' : html`<td>${held.decidedBy ?? ''}<br />${instantMark(visit, held.decidedAt)}</td>`}
  </tr>`;
};

const table = (visit: Visit, cases: readonly Case[], isHeld: boolean): Markup => {
  const t = visit.texts.quarantine;
  return scrolledTable(
    t.title,
    [
      ...(isHeld ? [t.chosen] : []),
      t.unit,
      t.reason,
      t.raw,
      t.source,
      t.received,
      { figure: t.times },
      ...(isHeld ? [] : [t.decided]),
    ],
    cases.map((held) => rowOf(visit, held, isHeld)),
  );
};

const decide = (visit: Visit, cases: readonly Case[]): Markup => {
  const t = visit.texts.quarantine;
  return html`<form method="post" action="${PATH}">
    ${table(visit, cases, true)}
    <div class="panel below">
      <label for="unitId">${t.otherUnit}</label>
      <input
        id="unitId"
        name="unitId"
        value="${typedOr(visit, 'unitId', '')}"
        maxlength="200"
        aria-describedby="otherUnitMeans"
      />
      <p class="muted" id="otherUnitMeans">${t.otherUnitMeans}</p>
      <div class="buttons">
        <button name="act" value="release">${t.release}</button>
        <button class="quiet" name="act" value="discard">${t.discard}</button>
      </div>
    </div>
  </form>`;
};

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, ask, c } = visit;
  const t = texts.quarantine;
  const status = statusOf(c.req.query('status'));
  const after = c.req.query('after') ?? '0';
  if (hasNoIndustry(visit))
    return sectionPage(visit, PATH, { title: t.title, body: notice('high', texts.operations.chooseFirst) });
  const { data } = await ask<{ data: { cases: Case[]; next: number | null } }>('/api/user/quarantine', {
    status,
    after,
    limit: ROWS,
  });
  const { cases, next } = data;
  const body = html`${told === '' ? doneOf(visit) : told}
    <p>${t.lead}</p>
    <nav class="tabs" aria-label="${t.status}">
      ${STATUSES.map(
        (one) => html`<a href="${PATH}?status=${one}" ${one === status ? html`aria-current="page"` : ''}>${t[one]}</a>`,
      )}
    </nav>
    ${
      cases.length === 0
        ? html`<p>${t.none}</p>`
        : status === 'held'
          ? decide(visit, cases)
          : table(visit, cases, false)
    }
    ${next === null ? '' : html`<p><a href="${PATH}?status=${status}&amp;after=${next}">${texts.operations.next}</a></p>`}
    ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: t.title, body });
}

/** Result of a decision, for the address that the form leads to. */
async function decided({ send }: Visit, form: FormData): Promise<Record<string, string>> {
  const ids = form.getAll('id').map(Number);
  if (fieldText(form, 'act') === 'discard') {
    const { data } = await send<{ data: { discarded: number[] } }>('POST', '/api/user/quarantine/discard', { ids });
    return { done: 'discard', n: String(data.discarded.length) };
  }
  const unitId = fieldText(form, 'unitId');
  const { data } = await send<{ data: { released: number[]; held: unknown[] } }>(
    'POST',
    '/api/user/quarantine/release',
    { ids, ...(unitId === '' ? {} : { reading: { unitId } }) },
  );
  return { done: 'release', n: String(data.released.length), refused: String(data.held.length) };
}

function doneOf({ texts, c }: Visit): Markup | '' {
  const { done, n = '', refused = '0' } = c.req.query();
  if (!/^\d+$/.test(n) || !/^\d+$/.test(refused)) return '';
  if (done === 'discard') return notice('stock', fill(texts.quarantine.wereDiscarded, { n }));
  return notice(refused === '0' ? 'stock' : 'high', fill(texts.quarantine.wereReleased, { n, refused }));
}

/** Rejected readings, with their reason, until somebody releases or discards them. */
export const quarantinePage: Page = {
  path: PATH,
  audience: 'everybody',
  ...pageWithForms(view, async (visit, form) => {
    if (form.getAll('id').length === 0) throw new ApiRefusal(400, visit.texts.quarantine.noneChosen);
    return visit.c.redirect(addressOf(PATH, await decided(visit, form)), 303);
  }),
};
