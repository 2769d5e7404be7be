import { html } from 'hono/html';
import { ApiRefusal } from '../api-client.ts';
import { requestDateOf, asOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, option, refusalNotice, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { inListOrder, type ListedUnit } from '../units/choose-units.ts';
import {
  type AskedComparison,
  askedOf,
  COMPARE_PATH,
  comparisonQuery,
  isWhole,
  MOST_UNITS,
  NoDate,
  SCALES,
  AGAINST,
} from './asked.ts';
import { comparisonFile, FILES } from './file.ts';
import { comparedPicture, overProfile, overRows } from './picture.ts';
import {
  chartOf,
  type ComparisonAnswer,
  hasFigures,
  isPercent,
  type PictureName,
  picturedRows,
  PICTURES,
} from './series.ts';
import { profileTable, rowsTable, totalsTable, weekdayTable } from './tables.ts';
import { comparedNotes, differenceSentences } from './words.ts';

/** The address of this page with more in it. */
function addressWith({ c }: Pick<Visit, 'c'>, more: Readonly<Record<string, string>>): string {
  const { searchParams } = new URL(c.req.url);
  for (const [name, value] of Object.entries(more)) searchParams.set(name, value);
  return `${COMPARE_PATH}?${searchParams}`;
}

function form({ texts, language, c }: Visit, all: readonly ListedUnit[], asked: AskedComparison): Markup {
  const t = texts.compare;
  const units = inListOrder(all, language);
  const choice = (at: number): Markup => {
    const chosen = asked.units[at]?.unitId ?? '';
    return html`<label
      >${at === 0 ? t.unit : t.andUnit}
      <select name="unit">
        ${option('', chosen, t.noUnit)} ${units.map(({ unitId, unitName }) => option(unitId, chosen, unitName))}
      </select></label
    >`;
  };
  const day = (name: string, label: string, date: string): Markup =>
    html`<label>${label} <input type="date" name="${name}" value="${date}" /></label>`;
  const own = (name: string): string =>
    requestDateOf(c.req.query(name) ?? '').replace(/^(\d+)\/(\d+)\/(\d+)$/, '$3-$2-$1');
  const parameters = Object.entries(asked.units[0]?.params ?? {});
  return html`<form method="get" action="${COMPARE_PATH}" class="filter">
    ${Array.from({ length: Math.min(MOST_UNITS, asked.units.length + 1) }, (_, at) => choice(at))}
    ${
      asked.parameter === null
        ? ''
        : html`<label
            >${t.parameter}
            <select name="parameter">
              ${parameters.map(([name, { displayName }]) => option(name, asked.parameter ?? '', displayName))}
            </select></label
          >`
    }
    ${day('from', t.from, asked.period.from)} ${day('to', t.to, asked.period.to)}
    ${
      asked.units.length > 1
        ? html`<input type="hidden" name="against" value="${asked.against}" />`
        : html`<label
            >${t.against}
            <select name="against">
              ${AGAINST.map((one) => option(one, asked.against, t[one]))}
            </select></label
          >`
    }
    ${
      asked.units.length === 1 && asked.against === 'other'
        ? html`${day('otherFrom', t.otherFrom, own('otherFrom'))} ${day('otherTo', t.otherTo, own('otherTo'))}`
        : ''
    }
    <label
      >${t.scale}
      <select name="scale">
        ${SCALES.map((one) => option(one, asked.scale, t[one]))}
      </select></label
    >
    <button>${t.show}</button>
  </form>`;
}

/** A picture with its downloads; without figures the words for that. */
function pictured(visit: Visit, found: ComparisonAnswer, asked: AskedComparison, name: PictureName): Markup | '' {
  const rows = picturedRows(found, name);
  if (rows === null) return '';
  const isDrawn = hasFigures(rows);
  const chart = chartOf(visit, found, asked, { name, rows, said: saidOf(visit, found, asked, name) });
  const over = name === 'compare' ? overRows(visit, found, asked) : overProfile(visit, found, asked);
  return html`${
      isDrawn
        ? html`<div class="panel">${comparedPicture(visit, chart, over, addressWith)}</div>`
        : html`<p>${visit.texts.unit.nothing}</p>`
    }
    <p class="buttons" id="${name === 'compare' ? 'downloads' : 'profile-downloads'}">
      ${FILES.filter((kind) => kind === 'csv' || isDrawn).map(
        (kind) =>
          html`<a class="button quiet" download href="${addressWith(visit, { file: kind, picture: name })}"
            >${kind.toUpperCase()}</a
          >`,
      )}
    </p>`;
}

const saidOf = (visit: Visit, found: ComparisonAnswer, asked: AskedComparison, name: PictureName): string =>
  name === 'compare' ? differenceSentences(visit, found, asked).join(' ') : visit.texts.compare.profile;

function result(visit: Visit, found: ComparisonAnswer, asked: AskedComparison): Markup {
  const { texts } = visit;
  const t = texts.compare;
  const sentences = differenceSentences(visit, found, asked);
  const notes = [...comparedNotes(visit, found, asked), ...(isPercent(found, asked) ? [t.percentSaid] : [])];
  return html`<div id="said">${sentences.map((sentence) => html`<p><strong>${sentence}</strong></p>`)}</div>
    ${notes.map((note) => html`<p class="muted">${note}</p>`)} ${pictured(visit, found, asked, 'compare')}
    ${asOf(visit)}
    <p class="muted">${texts.figures.signs}</p>
    <h2>${t.totals}</h2>
    ${totalsTable(visit, found, asked)}
    ${
      found.profile === null
        ? ''
        : html`<h2>${t.profile}</h2>
            <p class="muted">${t.profileSaid}</p>
            ${pictured(visit, found, asked, 'profile')} ${profileTable(visit, found, asked)}`
    }
    ${weekdayTable(visit, found, asked)}
    <h2>${found.by === 'hour' ? t.byHour : t.byDay}</h2>
    ${rowsTable(visit, found, asked)}`;
}

async function show(visit: Visit): Promise<PageContent | Response> {
  const { c, ask, texts } = visit;
  const t = texts.compare;
  const { data: all } = await ask<{ data: readonly ListedUnit[] }>('/api/user/units', { retired: true });
  const file = FILES.find((one) => one === c.req.query('file'));
  try {
    const asked = askedOf(visit, all);
    const inputs = form(visit, all, asked);
    const page = (inside: Markup): PageContent => ({
      title: t.title,
      body: html`${inputs} ${inside}`,
      islands: ['chart-mark'],
    });
    if (!isWhole(asked)) return page(html`<p>${asked.units.length === 0 ? t.choose : t.chooseOther}</p>`);
    try {
      const { data } = await ask<{ data: ComparisonAnswer }>('/api/user/comparison', comparisonQuery(asked));
      if (file === undefined) return page(result(visit, data, asked));
      const picture = PICTURES.find((one) => one === c.req.query('picture')) ?? 'compare';
      const rows = picturedRows(data, picture) ?? [];
      const section = chartOf(visit, data, asked, { name: picture, rows, said: saidOf(visit, data, asked, picture) });
      const kind = picture === 'profile' ? 'profile' : 'comparison';
      const name = `${visit.industryId}_${kind}_${asked.period.from}_${asked.period.to}`;
      const size = c.req.query('size') === 'narrow' ? 'narrow' : 'wide';
      return await comparisonFile(visit, data, section, { kind: file, size, name });
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== 400) throw error;
      return { ...page(refusalNotice(error)), status: 400 };
    }
  } catch (error) {
    if (!(error instanceof NoDate)) throw error;
    const text = fill(texts.completeness.badDay, { value: error.message });
    return { title: t.title, body: notice('critical', text), status: 400 };
  }
}

/** /app/compare: two periods of a unit, or up to six units over one. The address holds the whole state. */
export const comparePage: Page = { path: COMPARE_PATH, audience: 'everybody', show };
