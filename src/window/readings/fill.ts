import { html } from 'hono/html';
import type { EstimatesPreview } from '../../figures/http/user/readings/interpolate/preview.ts';
import { decimalsFor, figureText, ownDecimals } from '../../kernel/format/figure-text.ts';
import { divisorOfReadings, measureOfReadings } from '../../kernel/measure/reading-scale.ts';
import { LEVEL_GROUPS } from '../../kernel/measure/unit.ts';
import { fieldText, shownAgain, typedOr } from '../handle-form.ts';
import { addressOf, momentText } from '../dates.ts';
import { MISSING, spanText } from '../figures.ts';
import { type Markup, type PageContent, field, notice, scrolledTable, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import { noneLaidNotice } from '../unit/withdrawn.ts';
import { editsOf, isOfEdit, takeBack } from './edits.ts';
import { previewTable } from './preview-table.ts';

const PATH = '/app/reading';

/** A gap as the address names it: instants as the API writes them, the latter excluded. */
interface Gap {
  readonly unitId: string;
  readonly from: string;
  readonly to: string;
}

/** The address of the form that fills a gap. */
export const gapAddress = ({ unitId, from, to }: Gap): string => addressOf(PATH, { unitId, from, to });

/** The gap that the address names; null: it names none. */
export function gapOf({ c }: Pick<Visit, 'c'>): Gap | null {
  const { unitId = '', from, to } = c.req.query();
  return from === undefined || to === undefined ? null : { unitId, from, to };
}

type Estimate = EstimatesPreview['estimates'][number];

interface Column {
  readonly name: string;
  readonly pick: (estimate: Estimate) => number | null;
  /** Registers are written with their own decimals. */
  readonly isRegister?: true;
}

/** Figures of the unit's estimates: an interval value and a register, a level, or parameters. */
function columnsOf({ kind, siUnit, params }: ListedUnit, { reading: t }: Visit['texts']): readonly Column[] {
  const inUnit = (name: string, unit: string): string => (unit === '' ? name : `${name}, ${unit}`);
  if (kind === 'QUALITY')
    return Object.entries(params).map(([name, parameter]) => ({
      name: inUnit(parameter.displayName, parameter.siUnit),
      pick: ({ after }) => after?.paramValue[name] ?? null,
    }));
  const shown = (raw: number | null | undefined): number | null =>
    raw === null || raw === undefined ? null : raw / divisorOfReadings(kind);
  const value = { pick: ({ after }: Estimate) => shown(after?.value) };
  const measure = measureOfReadings({ group: kind, siUnit });
  if (LEVEL_GROUPS.includes(kind)) return [{ ...value, name: inUnit(t.level, measure) }];
  return [
    { ...value, name: inUnit(t.value, siUnit) },
    { name: inUnit(t.register, siUnit), pick: ({ after }) => shown(after?.summedValue), isRegister: true },
  ];
}

/** The estimates one by one, each marked as one. */
function estimatesTable(visit: Visit, unit: ListedUnit, { readings, estimates }: EstimatesPreview): Markup {
  const { texts, clock } = visit;
  const t = texts.reading;
  const columns = columnsOf(unit, texts).map((column) => {
    const values = estimates.flatMap((one) => column.pick(one) ?? []);
    return { ...column, decimals: column.isRegister === true ? ownDecimals(values) : decimalsFor(values) };
  });
  const title = fill(t.wouldFill, { count: readings });
  return html`<p>${title} ${estimates.length < readings ? fill(t.firstOnes, { count: estimates.length }) : ''}</p>
    ${scrolledTable(
      title,
      [texts.explain.at, ...columns.map(({ name }) => ({ figure: name }))],
      estimates.map(
        (one) =>
          html`<tr>
            <th scope="row">${momentText(one.createdOn, clock)}</th>
            ${columns.map(({ pick, decimals }) => {
              const figure = pick(one);
              return html`<td class="figure">
                ${figure === null ? MISSING : html`<span class="estimated">${figureText(figure, decimals)}</span>`}
              </td>`;
            })}
          </tr>`,
      ),
      html`id="estimates"`,
    )}
    <p class="muted">${texts.figures.signs}</p>`;
}

/** The estimates that would fill a gap, the figures that would change, and the form that lays them. */
export async function gapView(visit: Visit, gap: Gap, told?: Markup): Promise<PageContent> {
  const { texts, ask, send, c, clock } = visit;
  const t = texts.reading;
  const [{ data: units }, { data: preview }, edits] = await Promise.all([
    ask<{ data: readonly ListedUnit[] }>('/api/user/units', { retired: true }),
    send<{ data: EstimatesPreview }>('POST', '/api/user/readings/interpolate/preview', gap),
    editsOf(visit, gap.unitId),
  ]);
  const unit = units.find(({ unitId }) => unitId === gap.unitId);
  const laid = c.req.query('laid') ?? '';
  const done = /^\d+$/.test(laid) ? notice('stock', fill(t.filled, { count: Number(laid) })) : '';
  const time = spanText(momentText(gap.from, clock), momentText(gap.to, clock), texts);
  const form =
    preview.readings === 0 || unit === undefined
      ? done === ''
        ? noneLaidNotice(visit, preview)
        : ''
      : html`${estimatesTable(visit, unit, preview)} ${previewTable(visit, preview)}
          <form method="post" class="panel">
            ${field(
              'reason',
              t.reason,
              html`<input
                id="reason"
                name="reason"
                maxlength="500"
                required
                value="${typedOr(visit, 'reason', '', 'fill')}"
                aria-describedby="reason-hint"
              />`,
              t.reasonOfGap,
            )}
            <p class="buttons"><button name="act" value="fill">${t.fill}</button></p>
          </form>`;
  return {
    title: t.fillTitle,
    body: html`${told ?? done}
      <p class="lead">${fill(t.of, { unit: unit?.unitName ?? gap.unitId, time })}</p>
      <p class="buttons">
        <a class="button quiet" href="${addressOf('/app/unit', { id: gap.unitId })}">${t.toUnit}</a>
      </p>
      <p class="muted">${t.fillMeans}</p>
      ${form} ${edits}`,
  };
}

interface Laid {
  readonly readings: number;
  readonly skipped: EstimatesPreview['skipped'];
}

export async function actOnGap(visit: Visit, gap: Gap, form: FormData): Promise<PageContent | Response> {
  const back = (laid: number | null): Response => visit.c.redirect(addressOf(PATH, { ...gap, laid }), 303);
  if (isOfEdit(form)) {
    const told = await takeBack(visit, gap.unitId, form);
    return told === null ? back(null) : gapView(shownAgain(visit, form), gap, told);
  }
  const { data } = await visit.send<{ data: Laid }>('POST', '/api/user/readings/interpolate', {
    ...gap,
    reason: fieldText(form, 'reason'),
  });
  // The gap has been filled since it was looked at, by its device or by somebody else.
  if (data.readings === 0) return gapView(shownAgain(visit, form), gap, noneLaidNotice(visit, data));
  return back(data.readings);
}
