import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { provisionResultAnswer } from '../../industries/http/schemas/industry.ts';
import type { ApiRefusal } from '../api-client.ts';
import { asTyped, handleForm, fieldText } from '../handle-form.ts';
import { type Markup, type Page, type PageContent, notice, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { jsonPlacesOf } from './json-place.ts';
import { sectionPage } from './section.ts';

const PATH = '/app/operations/add';
const INDUSTRIES = '/app/operations';

/** A bundle to begin with: every section once. docs/how-to/first-industry.md has every field. */
const BEGINNING = {
  industry: {
    industryId: 'RIVERSIDE',
    industryName: 'Riverside Works',
    place: 'Pune',
    meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } },
  },
  units: [
    {
      unitId: 'INLET',
      displayName: 'Main inlet',
      standardCategoryId: 'FLOW_CATEGORY',
      siUnit: 'KL',
      dataUpdateFrequency: 300,
    },
  ],
  categoriesV2: {
    ID_SOURCE: {
      standardCategoryId: 'FLOW_CATEGORY',
      subCategories: [{ id: 'MAINS', displayName: 'Mains', units: ['INLET'] }],
    },
  },
};

type Provisioned = z.infer<typeof provisionResultAnswer>;
type Mistake = ApiRefusal['errors'][number];

/** All mistakes with their lines. islands/bundle.ts makes each line lead to its place in the text. */
function mistakes({ texts }: Visit, bundle: string, found: readonly Mistake[]): Markup {
  const placeOf = jsonPlacesOf(bundle);
  return html`<ul>
    ${found.map(({ field, problem }) => {
      const { line, offset } = placeOf(field);
      const told = fill(texts.industry.line, { line });
      return html`<li data-offset="${offset}">${told} <code>${field}</code> ${problem}</li>`;
    })}
  </ul>`;
}

function fine(visit: Visit, bundle: string, { data }: Provisioned): Markup {
  const sum = ({ added, changed }: Provisioned['data']['units']): number => added + changed;
  const said = fill(visit.texts.industry.fine, {
    id: data.industryId,
    units: sum(data.units),
    categories: sum(data.categories),
    users: sum(data.users),
  });
  return html`<div class="notice stock" role="status">
    <p>${said}</p>
    ${data.warnings.length === 0 ? '' : mistakes(visit, bundle, data.warnings)}
  </div>`;
}

function view(visit: Visit, bundle: string, told: Markup | '' = ''): PageContent {
  const t = visit.texts.industry;
  const body = html`<p>${t.lead}</p>
    <form method="post" action="${PATH}" id="draft">
      <label for="bundle">${t.bundle}</label>
      <textarea id="bundle" name="bundle" class="code" rows="28" spellcheck="false" required aria-describedby="checked">
${bundle}</textarea>
      <div id="checked" aria-live="polite">${told}</div>
      <div class="buttons">
        <button class="quiet" name="act" value="check">${t.check}</button>
        <button name="act" value="add">${t.add}</button>
        <a href="${INDUSTRIES}">${t.back}</a>
      </div>
    </form>`;
  return { ...sectionPage(visit, INDUSTRIES, { title: t.title, body }), islands: ['bundle'], draftForm: 'draft' };
}

async function take(visit: Visit, form: FormData): Promise<PageContent | Response> {
  // The text as it was typed, because the lines and places of mistakes are those of the text in the field.
  const bundle = asTyped(form, 'bundle');
  if (fieldText(form, 'go') === 'stay') return view(visit, bundle);
  const refused = (told: Markup): PageContent => ({ ...view(visit, bundle, told), status: 400 });
  let parsed: unknown;
  try {
    parsed = JSON.parse(bundle);
  } catch (error) {
    return refused(notice('critical', fill(visit.texts.industry.notJson, { problem: reasonOf(error) })));
  }
  const isCheck = fieldText(form, 'act') !== 'add';
  return handleForm(
    async () => {
      const answer = await visit.send<Provisioned>('POST', `/api/admin/industry?dryRun=${isCheck}`, parsed, {
        targetIndustryId: '',
      });
      if (isCheck) return view(visit, bundle, fine(visit, bundle, answer));
      return visit.c.redirect(
        `${INDUSTRIES}?${new URLSearchParams({ search: answer.data.industryId, done: 'added' })}`,
        303,
      );
    },
    (told, { errors }) =>
      refused(
        errors.length === 0
          ? told
          : html`<div class="notice critical" role="alert">${mistakes(visit, bundle, errors)}</div>`,
      ),
  );
}

/** Adds an industry from its bundle, or changes one; the bundle is checked as it is typed. */
export const addIndustryPage: Page = {
  path: PATH,
  audience: 'operators',
  show: async (visit) => view(visit, JSON.stringify(BEGINNING, null, 2)),
  take,
};
