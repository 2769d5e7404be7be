import { dividedBy, times } from '../kernel/measure/exact.ts';
import { decimalSignIn, numberIn } from '../readings/rules/meter-file/numbers.ts';
import { ApiRefusal } from './api-client.ts';
import { type Markup, type Page, type PageContent, refusalNotice, type Visit } from './page.ts';
import { fill, type Texts } from './texts.ts';

/** A field as it was typed, with the blanks at its ends, which a password may have. */
export const asTyped = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

export const fieldText = (form: FormData, name: string): string => asTyped(form, name).trim();

/** The advice for a figure that can be read in two ways, by the rule of meter files; null: it has one meaning. */
export function twoWaysSaid(text: string, { figures }: Texts): string | null {
  if (decimalSignIn(text) !== 'either') return null;
  const point = text.replace(',', '.');
  const short = point.replace(/\.?0+$/, '');
  // Three decimals look like a group of three digits, and four do not.
  const decimal = short === point ? `${point}0` : short;
  return fill(figures.twoWays, { text, whole: text.replace(/[.,]/, ''), decimal });
}

/** A figure that was typed, in raw units; null: none was. A text that is no number stays, and the API refuses it. */
export function figureOfText(text: string, divisor: number): number | string | null {
  const sign = decimalSignIn(text);
  const figure = sign === 'either' ? null : numberIn(text, sign ?? '.');
  return text === '' ? null : figure === null ? text : times(figure, divisor);
}

interface TypedAs {
  readonly divisor: number;
  readonly texts: Texts;
  /** The raw figure that the field showed. While nobody changes its text it is this figure. */
  readonly stored?: unknown;
}

/**
 * A figure as it was typed into a field.
 * @throws ApiRefusal for one that can be read in two ways
 */
export function typedFigure(form: FormData, name: string, { divisor, texts, stored }: TypedAs): number | string | null {
  const text = fieldText(form, name);
  if (typeof stored === 'number' && text === String(dividedBy(stored, divisor))) return stored;
  const problem = twoWaysSaid(text, texts);
  if (problem !== null) throw new ApiRefusal(400, problem, [{ field: name, problem }]);
  return figureOfText(text, divisor);
}

/** The visit of a page that is shown once more with what was typed into this form of it. */
export const shownAgain = (visit: Visit, typed: FormData): Visit => ({ ...visit, typed });

/**
 * The text of a field: as it was typed, so that nobody types it twice, else what stands there otherwise.
 * @param acts of the form, where several forms of the page have such a field
 */
export const typedOr = (
  { typed }: Pick<Visit, 'typed'>,
  name: string,
  otherwise: string,
  ...acts: readonly string[]
): string =>
  typed === null || (acts.length > 0 && !acts.includes(fieldText(typed, 'act'))) ? otherwise : fieldText(typed, name);

/** Runs the action of a form. The page of the form shows a refusal. */
export async function handleForm(
  act: () => Promise<PageContent | Response>,
  again: (told: Markup, refusal: ApiRefusal) => Promise<PageContent> | PageContent,
): Promise<PageContent | Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status === 401) throw error;
    return { ...(await again(refusalNotice(error), error)), status: 400 };
  }
}

/** A page with forms. A refusal of what they ask is told above the page, which has what was typed. */
export const pageWithForms = (
  view: (visit: Visit, told?: Markup) => Promise<PageContent>,
  act: (visit: Visit, form: FormData) => Promise<PageContent | Response>,
): Pick<Page, 'show' | 'take'> => ({
  show: (visit) => view(visit),
  take: (visit, form) =>
    handleForm(
      () => act(visit, form),
      (told) => view(shownAgain(visit, form), told),
    ),
});
