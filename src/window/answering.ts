import { ApiRefusal } from './ask.ts';
import type { Markup, PageContent } from './page.ts';
import { refusalNotice } from './parts.ts';

export const fieldText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Runs the action of a form. The page of the form shows a refusal. */
export async function answering(
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
