import { times } from '../kernel/measure/exact.ts';
import { ApiRefusal } from './api-client.ts';
import type { Markup, Page, PageContent } from './page.ts';
import { refusalNotice } from './parts.ts';
import type { Visit } from './visit.ts';

export const fieldText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** A figure as it was typed, in raw units; null: the field is empty. The API refuses what is no number. */
export function typedFigure(form: FormData, name: string, divisor: number): number | string | null {
  const text = fieldText(form, name).replace(',', '.');
  const figure = Number(text);
  return text === '' ? null : Number.isFinite(figure) ? times(figure, divisor) : text;
}

/** The visit of a page that is shown once more, because this form of it was refused. */
export const shownAgain = (visit: Visit, refused: FormData): Visit => ({ ...visit, refused });

/**
 * What was typed into a field of the refused form, so that nobody types it twice; else what stands there otherwise.
 * @param acts of the form, where several forms of the page have such a field
 */
export const typedOr = (
  { refused }: Pick<Visit, 'refused'>,
  name: string,
  otherwise: string,
  ...acts: readonly string[]
): string =>
  refused === null || (acts.length > 0 && !acts.includes(fieldText(refused, 'act')))
    ? otherwise
    : fieldText(refused, name);

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
