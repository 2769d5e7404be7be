import { html } from 'hono/html';
import type { Explanation } from '../../figures/http/schemas/explain.ts';
import type { ReadingPreview } from '../../figures/http/user/readings/preview.ts';
import { dividedBy } from '../../kernel/measure/exact.ts';
import { divisorOfReadings, measureOfReadings } from '../../kernel/measure/reading-scale.ts';
import { LEVEL_GROUPS } from '../../kernel/measure/unit.ts';
import { handleForm, fieldText, shownAgain, typedFigure, typedOr } from '../handle-form.ts';
import { addressOf, explainAddress, momentText, requestDateOf, dateOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, field, notice, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { editsOf, isOfEdit, takeBack } from './edits.ts';
import { actOnGap, gapOf, gapView } from './fill.ts';
import { previewTable } from './preview-table.ts';

const PATH = '/app/reading';
type Reading = NonNullable<Explanation['readings']>['list'][number];

/** The page of one reading, as an explanation lists it. */
export const readingAddress = (
  { unitId, date, hour }: Pick<Explanation, 'unitId' | 'date' | 'hour'>,
  createdOn: string,
): string => addressOf(PATH, { unitId, date, hour, at: createdOn });

interface Shown {
  readonly explanation: Explanation;
  readonly reading: Reading;
}

async function readingOf({ c, ask }: Visit): Promise<Shown | null> {
  const { unitId = '', date = '', hour, at = '' } = c.req.query();
  const { data } = await ask<{ data: Explanation }>('/api/user/explain', {
    unitId,
    date: requestDateOf(date),
    hour: hour || null,
  });
  const reading = data.readings?.list.find(({ createdOn }) => createdOn === at);
  return reading === undefined ? null : { explanation: data, reading };
}

/** A field of the form that holds a figure. */
interface FigureField {
  /** As the API names it, and its mistakes. */
  readonly name: string;
  readonly label: string;
  readonly siUnit: string;
  readonly divisor: number;
  /** The figure of the stored reading. */
  readonly raw: number | null;
  /** The parameter; null: a figure of the reading itself. */
  readonly parameter: string | null;
}

/** Parameters that the unit declares, and others that the reading has. They are kept as they are sent. */
const parameterFields = ({ explanation: { configuration }, reading }: Shown): readonly FigureField[] =>
  [...new Set([...Object.keys(configuration.params), ...Object.keys(reading.parameters ?? {})])].map((parameter) => ({
    name: `paramValue.${parameter}`,
    label: configuration.params[parameter]?.displayName ?? parameter,
    siUnit: configuration.params[parameter]?.siUnit ?? '',
    divisor: 1,
    raw: reading.parameters?.[parameter] ?? null,
    parameter,
  }));

/** Figures of the reading itself. A laboratory has them in its parameters. */
function ownFields({ texts: { reading: t } }: Visit, { explanation, reading }: Shown): readonly FigureField[] {
  const { group } = explanation;
  const isLevel = LEVEL_GROUPS.includes(group);
  const own = { siUnit: measureOfReadings(explanation), divisor: divisorOfReadings(group), parameter: null };
  return [
    { ...own, name: 'value', label: isLevel ? t.level : t.value, raw: reading.value },
    ...(isLevel ? [] : [{ ...own, name: 'summedValue', label: t.register, raw: reading.register }]),
  ];
}

function fieldsOf(visit: Visit, shown: Shown): readonly FigureField[] {
  const parameters = parameterFields(shown);
  const hasOwn = shown.explanation.group !== 'QUALITY' || parameters.length === 0;
  return [...(hasOwn ? ownFields(visit, shown) : []), ...parameters];
}

/** Fields of the reading that were changed. Parameters are one field of the API. */
function askedOf(visit: Visit, shown: Shown, form: FormData) {
  const { texts } = visit;
  const typed = fieldsOf(visit, shown).map(({ name, divisor, raw, parameter }) => {
    const figure = form.has(name) ? typedFigure(form, name, { divisor, texts, stored: raw }) : raw;
    return { name, parameter, figure, isChanged: figure !== raw };
  });
  const own = typed.filter(({ parameter, isChanged }) => parameter === null && isChanged);
  const parameters = typed.filter(({ parameter }) => parameter !== null);
  const kept = parameters.filter(({ figure }) => figure !== null).map(({ parameter, figure }) => [parameter, figure]);
  return {
    unitId: shown.explanation.unitId,
    createdOn: shown.reading.createdOn,
    ...Object.fromEntries(own.map(({ name, figure }) => [name, figure])),
    ...(parameters.some(({ isChanged }) => isChanged) ? { paramValue: Object.fromEntries(kept) } : {}),
  };
}

/** Acts of the form of the reading. Forms beside it take edits back. */
const ACTS = ['save', 'preview', 'remove', 'previewRemove'] as const;

function changeForm(visit: Visit, shown: Shown): Markup {
  const { reading: t } = visit.texts;
  const typed = (name: string, otherwise: string): string => typedOr(visit, name, otherwise, ...ACTS);
  return html`<form method="post" class="panel">
    ${fieldsOf(visit, shown).map(({ name, label, siUnit, divisor, raw }) => {
      const own = raw === null ? '' : String(dividedBy(raw, divisor));
      return field(
        name,
        siUnit === '' ? label : `${label}, ${siUnit}`,
        html`<input
          id="${name}"
          name="${name}"
          inputmode="decimal"
          autocomplete="off"
          value="${typed(name, own)}"
          placeholder="–"
          aria-describedby="emptyMeans"
        />`,
      );
    })}
    <p class="muted" id="emptyMeans">${t.empty}</p>
    ${field(
      'reason',
      t.reason,
      html`<input
        id="reason"
        name="reason"
        maxlength="500"
        value="${typed('reason', '')}"
        aria-describedby="reason-hint"
      />`,
      t.reasonMeans,
    )}
    <p class="buttons">
      <button name="act" value="save">${t.save}</button>
      <button name="act" value="preview" class="quiet">${t.preview}</button>
    </p>
    <details>
      <summary>${t.remove}</summary>
      <p>${t.removeMeans}</p>
      <p class="buttons">
        <button name="act" value="remove">${t.remove}</button>
        <button name="act" value="previewRemove" class="quiet">${t.previewRemove}</button>
      </p>
    </details>
  </form>`;
}

async function view(visit: Visit, told?: Markup): Promise<PageContent> {
  const { texts, c, clock } = visit;
  const t = texts.reading;
  const unitId = c.req.query('unitId') ?? '';
  const [shown, edits] = await Promise.all([readingOf(visit), editsOf(visit, unitId)]);
  const isDone = c.req.query('done') !== undefined;
  const saved = isDone ? notice('stock', t.saved) : '';
  // A reading that was removed has no form any more, and its undoing stands in the list.
  if (shown === null)
    return {
      title: t.title,
      body: html`${told ?? saved} ${isDone ? '' : notice('high', t.noReading)} ${edits}`,
      status: isDone ? 200 : 404,
    };
  const { unitName, date, hour } = shown.explanation;
  return {
    title: t.title,
    body: html`${told ?? saved}
      <p class="lead">${fill(t.of, { unit: unitName, time: momentText(shown.reading.createdOn, clock) })}</p>
      <p class="buttons">
        <a class="button quiet" href="${explainAddress(unitId, dateOf(date), hour)}">${t.back}</a>
      </p>
      ${changeForm(visit, shown)} ${edits}`,
  };
}

async function act(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const { send, c } = visit;
  const { unitId = '', date = '', hour = null, at = '' } = c.req.query();
  const done = (): Response => c.redirect(addressOf(PATH, { unitId, date, hour, at, done: 'yes' }), 303);
  const chosen = fieldText(form, 'act');
  if (isOfEdit(form)) {
    const told = await takeBack(visit, unitId, form);
    return told === null ? done() : view(shownAgain(visit, form), told);
  }
  const shown = await readingOf(visit);
  if (shown === null) return view(visit);
  const one = { unitId, createdOn: shown.reading.createdOn };
  const reason = fieldText(form, 'reason');
  if (chosen === 'preview' || chosen === 'previewRemove') {
    const asked = chosen === 'preview' ? askedOf(visit, shown, form) : { ...one, remove: true };
    const { data } = await send<{ data: ReadingPreview }>('POST', '/api/user/readings/preview', asked);
    return view(shownAgain(visit, form), await previewTable(visit, data));
  }
  if (chosen === 'remove') await send('POST', '/api/user/readings/delete', { ...one, reason });
  else await send('POST', '/api/user/readings/edit', { ...askedOf(visit, shown, form), reason });
  return done();
}

/**
 * /app/reading: one reading, to correct, remove and bring back, or with `from` and `to` a gap, to fill with estimates.
 * Either says what that would change.
 */
export const readingPage: Page = {
  path: PATH,
  audience: 'everybody',
  show: (visit) => {
    const gap = gapOf(visit);
    return gap === null ? view(visit) : gapView(visit, gap);
  },
  take: (visit, form) => {
    const gap = gapOf(visit);
    return gap === null
      ? handleForm(
          () => act(visit, form),
          (told) => view(shownAgain(visit, form), told),
        )
      : handleForm(
          () => actOnGap(visit, gap, form),
          (told) => gapView(shownAgain(visit, form), gap, told),
        );
  },
};
