import { html } from 'hono/html';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { ApiRefusal } from '../api-client.ts';
import { handleForm, fieldText } from '../handle-form.ts';
import {
  type Markup,
  type PageContent,
  field as labelled,
  notice,
  option,
  refusalNotice,
  type Visit,
} from '../page.ts';
import { hindranceOf } from '../operations/section.ts';
import type { ListedUnit } from './choose-units.ts';
import { fieldLabel, typedText, type UnitField, valueAt } from './unit-fields.ts';

/** Whether the API would let the visitor change units of the industry shown. */
export const mayChangeUnits = (visit: Visit): boolean => whyNotChangeUnits(visit) === null;

/** Why the API would refuse to change units of the industry shown, and what helps; null where it would not. */
export const whyNotChangeUnits = (visit: Visit): string | null => hindranceOf(visit, 'industries:write');

/**
 * Answers for the unit that the address names. Without one the list of units leads to one. No unit has an id of dots
 * alone, which would lead to another endpoint.
 */
export const forUnit = async (
  { c }: Visit,
  answer: () => Promise<PageContent | Response>,
): Promise<PageContent | Response> =>
  /^\.*$/.test(c.req.query('id') ?? '') ? c.redirect('/app/units', 303) : answer();

/** Path of the API of a thing of the industry shown. */
export const ownApi = (...names: readonly string[]): string =>
  ['/api/user', ...names.map(encodeURIComponent)].join('/');

/** A form as it is shown: of a stored thing, or as it was typed before. */
export interface ShownForm {
  /** null: as stored. */
  readonly typed: FormData | null;
  readonly mistakes: ApiRefusal['errors'];
}

export const UNTOUCHED: ShownForm = { typed: null, mistakes: [] };

/**
 * An input below its label. Mistakes of the field stand below it and are linked to it for screen readers.
 * @param input takes the attributes that do so.
 */
export function fieldWithMistakes(
  { mistakes }: ShownForm,
  path: string,
  label: string,
  input: (attributes: Markup | '') => Markup,
  hint?: string,
): Markup {
  const own = mistakes.filter(({ field }) => field === path);
  const described = [own.length === 0 ? [] : [`${path}-mistake`], hint === undefined ? [] : [`${path}-hint`]].flat();
  const attributes =
    described.length === 0
      ? ''
      : html`aria-describedby="${described.join(' ')}" ${own.length === 0 ? '' : 'aria-invalid="true"'}`;
  const told = html`<span class="mistake" id="${path}-mistake">${own.map(({ problem }) => problem).join('; ')}</span>`;
  return labelled(path, label, html`${input(attributes)}${own.length === 0 ? '' : told}`, hint);
}

/** Text that a field shows: as it was typed, else as it is stored. */
export const shownText = ({ typed }: ShownForm, path: string, stored: string): string =>
  typed === null ? stored : fieldText(typed, path);

/** Keeps with a form the instant that a field of date and time shows; null: the field is empty. */
export const shownInstant = (form: ShownForm, name: string, instantMs: EpochMillis | null): Markup =>
  html`<input
    type="hidden"
    name="${name}"
    value="${shownText(form, name, instantMs === null ? '' : new Date(instantMs).toISOString())}"
  />`;

export const textInput = (
  form: ShownForm,
  path: string,
  label: string,
  {
    stored = '',
    hint,
    more = '',
  }: { readonly stored?: string; readonly hint?: string | undefined; readonly more?: Markup | '' } = {},
): Markup =>
  fieldWithMistakes(
    form,
    path,
    label,
    (attributes) =>
      html`<input
        id="${path}"
        name="${path}"
        value="${shownText(form, path, stored)}"
        autocomplete="off"
        ${more}
        ${attributes}
      />`,
    hint,
  );

/**
 * A choice of one of the options. A chosen value that is none of them is an option of its own, because saving would
 * lose it.
 * @param stored value that is chosen unless another one was typed
 */
export const selectInput = (
  form: ShownForm,
  path: string,
  label: string,
  {
    options,
    stored,
    hint,
  }: {
    readonly options: readonly (readonly [value: string, name: string])[];
    readonly stored: string;
    readonly hint?: string | undefined;
  },
): Markup => {
  const chosen = shownText(form, path, stored);
  return fieldWithMistakes(
    form,
    path,
    label,
    (attributes) =>
      html`<select id="${path}" name="${path}" ${attributes}>
        ${options.some(([value]) => value === chosen) ? '' : option(chosen, chosen, chosen)}
        ${options.map(([value, name]) => option(value, chosen, name))}
      </select>`,
    hint,
  );
};

/** An input for a field of a unit, `{}` for a new one. */
export function unitInput(
  { texts }: Visit,
  form: ShownForm,
  field: UnitField,
  { unit, units, siUnit }: { readonly unit: unknown; readonly units: readonly ListedUnit[]; readonly siUnit: string },
): Markup {
  const { path, divisor, choices } = field;
  const label = fieldLabel(texts, path, siUnit);
  const stored = typedText(field, valueAt(unit, path));
  const hints: Readonly<Record<string, string>> = texts.unitFieldHints;
  const hint = hints[path];
  if (choices === undefined) {
    const more = divisor === undefined ? '' : html`inputmode="decimal"`;
    return textInput(form, path, label, { stored, more, hint });
  }
  const offered =
    choices === 'units'
      ? units
          .filter(({ kind, retiredAt }) => retiredAt === null && (kind === 'FLOW' || kind === 'CONSUMPTION'))
          .map(({ unitId, unitName }) => [unitId, unitName] as const)
      : choices.map((one) => [one, texts.unitChoices[one]] as const);
  return selectInput(form, path, label, { options: [['', texts.unitChanges.choose], ...offered], stored, hint });
}

/** Notice above a refused form: its mistakes stand at their fields, and those without a field stand here. */
export function mistakesNotice({ texts }: Visit, problem: ApiRefusal, shown: readonly string[]): Markup {
  const elsewhere = problem.errors.filter(({ field }) => !shown.includes(field));
  if (problem.errors.length === 0) return refusalNotice(problem);
  const lead = notice('critical', texts.unitChanges.mistakes);
  return elsewhere.length === 0
    ? lead
    : html`${lead} ${elsewhere.map(({ field, problem: why }) => notice('critical', `${field} ${why}`))}`;
}

/** Forms of a page on which the mistakes of a refusal stand at their fields, and everything typed stays. */
export const takingMistakes =
  (
    view: (visit: Visit, told: Markup | '', form: ShownForm) => Promise<PageContent>,
    act: (visit: Visit, form: FormData) => Promise<PageContent | Response>,
  ) =>
  (visit: Visit, form: FormData): Promise<PageContent | Response> =>
    handleForm(
      () => act(visit, form),
      (_, problem) =>
        view(visit, mistakesNotice(visit, problem, [...form.keys()]), { typed: form, mistakes: problem.errors }),
    );
