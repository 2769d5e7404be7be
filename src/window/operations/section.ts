import { html } from 'hono/html';
import type { Permission } from '../../platform/login/rules/permissions.ts';
import { MISSING_MARK } from '../figures.ts';
import { handleForm, shownAgain } from '../handle-form.ts';
import { addressOf, momentText } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, may, type Visit, type Visitor } from '../page.ts';
import { lackingText } from '../people/fields.ts';
import { fill, type Texts } from '../texts.ts';

/*
 * Common parts of the pages of operations: their list, their audience, and the answers of their forms.
 */

interface Section {
  readonly path: string;
  readonly name: (texts: Texts) => string;
  readonly isFor: (visitor: Visitor) => boolean;
}

/** The list of people; its pages are in window/people. */
export const PEOPLE_PATH = '/app/operations/people';

/** The page on which a file of readings is sent. */
export const SEND_PATH = '/app/operations/send';

/** The list of sources; its pages are in window/sources. */
export const SOURCES_PATH = '/app/sources';

const forOperators = ({ isOperator }: Visitor): boolean => isOperator;

const SECTIONS: readonly Section[] = [
  { path: '/app/operations', name: ({ operations }) => operations.industries, isFor: forOperators },
  { path: '/app/operations/health', name: ({ operations }) => operations.health, isFor: forOperators },
  {
    path: '/app/operations/quarantine',
    name: ({ operations }) => operations.quarantine,
    isFor: (visitor) => may(visitor, 'quarantine:write'),
  },
  {
    path: SEND_PATH,
    name: ({ sendReadings }) => sendReadings.title,
    isFor: (visitor) => may(visitor, 'readings:write'),
  },
  {
    path: PEOPLE_PATH,
    name: ({ people }) => people.title,
    isFor: (visitor) => may(visitor, 'accounts:write'),
  },
  { path: '/app/operations/insights', name: ({ operations }) => operations.insights, isFor: () => true },
  {
    path: '/app/operations/keys',
    name: ({ operations }) => operations.keys,
    isFor: (visitor) => visitor.isOperator || may(visitor, 'keys:write'),
  },
  { path: SOURCES_PATH, name: ({ sources }) => sources.title, isFor: (visitor) => may(visitor, 'keys:write') },
  {
    path: '/app/operations/audit',
    name: ({ operations }) => operations.audit,
    isFor: (visitor) => visitor.isOperator && may(visitor, 'audit:read'),
  },
  { path: '/app/operations/archive', name: ({ operations }) => operations.archive, isFor: forOperators },
];

export const sectionsFor = (visitor: Visitor): readonly Section[] => SECTIONS.filter(({ isFor }) => isFor(visitor));

/** A page of operations below the row of its neighbours. */
export const sectionPage = (visit: Visit, path: string, { title, body, ...rest }: PageContent): PageContent => ({
  ...rest,
  title,
  body: html`<nav class="tabs" aria-label="${visit.texts.frame.operations}">
      ${sectionsFor(visit.visitor).map(
        (section) =>
          html`<a href="${section.path}" ${section.path === path ? html`aria-current="page"` : ''}
            >${section.name(visit.texts)}</a
          >`,
      )}
    </nav>
    ${body}`,
});

/** Line that says once a page by whose clock its times are. */
export const zoneNote = ({ texts, clock }: Visit): Markup =>
  html`<p class="muted">${fill(texts.operations.zone, { zone: clock.timezone })}</p>`;

/** An instant of the API's answer; null is an en dash. */
export const instantMark = ({ clock }: Pick<Visit, 'clock'>, at: string | null): Markup =>
  at === null ? MISSING_MARK : html`<time datetime="${at}">${momentText(at, clock)}</time>`;

/** Whether an operator has not chosen an industry yet. */
export const hasNoIndustry = ({ visitor, industryId }: Visit): boolean =>
  visitor.isOperator && industryId === visitor.industryId;

/** Why the visitor cannot act on the industry shown, and what helps; null where they can. */
export const hindranceOf = (visit: Visit, permission: Permission): string | null => {
  if (hasNoIndustry(visit)) return visit.texts.operations.chooseFirst;
  return may(visit.visitor, permission) ? null : lackingText(visit.texts, [permission]);
};

/** Notice that a form's action was done, after the redirect to its page. */
export const doneNotice = ({ c, texts }: Visit): Markup | '' =>
  c.req.query('done') === 'yes' ? notice('stock', texts.operations.done) : '';

/** A page with forms, which lead back to it as their address shows it, whatever they do. */
export const formPage = (
  path: string,
  view: (visit: Visit, told: Markup | '') => Promise<PageContent>,
  act: (visit: Visit, form: FormData) => Promise<unknown>,
): Pick<Page, 'show' | 'take'> => ({
  show: async (visit) => view(visit, doneNotice(visit)),
  take: async (visit, form) =>
    handleForm(
      async () => {
        await act(visit, form);
        return visit.c.redirect(addressOf(path, { ...visit.c.req.query(), done: 'yes' }), 303);
      },
      (told) => view(shownAgain(visit, form), told),
    ),
});

/** Origin by which the browser reaches the service. A proxy in between speaks another one. */
export function serviceOrigin({ c }: Visit): string {
  const origin = c.req.header('origin') ?? '';
  return URL.canParse(origin) ? origin : new URL(c.req.url).origin;
}
