import { html } from 'hono/html';
import { fieldText } from '../handle-form.ts';
import { type Markup, type Page, type PageContent, notice, type Visit } from '../page.ts';
import { sectionPage } from '../operations/section.ts';
import type { ShownForm } from '../units/form.ts';
import { categoriesForm } from './categories-form.ts';
import { checked, isRefused, made, type Mistakes } from './check.ts';
import { STANDARD_CATEGORIES } from '../units/unit-fields.ts';
import { withoutPart, withoutUnits } from './draft.ts';
import { industryForm } from './industry-form.ts';
import { madePage } from './made.ts';
import { peopleForm } from './people-form.ts';
import { draftFile, reviewForm, stepOfField } from './review.ts';
import { ADMIN_FIELDS, newTyped, type Step, stepNamed, STEPS, type Typed, typedBy } from './state.ts';
import { draftOfTemplate, TEMPLATE_NAMES } from './templates.ts';
import { pageOfRow, unitsForm } from './units-form.ts';
import { usualMeasure } from './unit-row.ts';

const NEW_INDUSTRY_PATH = '/app/operations/new';
const INDUSTRIES = '/app/operations';
const BY_BUNDLE = '/app/operations/add';

const MEANINGS = { plant: 'plantMeans', campus: 'campusMeans', supplier: 'supplierMeans' } as const;
const STEP_NAMES = {
  industry: 'industryStep',
  categories: 'categoriesStep',
  units: 'unitsStep',
  people: 'peopleStep',
  review: 'reviewStep',
} as const;

const FORMS = {
  industry: industryForm,
  categories: categoriesForm,
  units: unitsForm,
  people: peopleForm,
} as const;

/** The first page: three kinds of industries, and the road of a file. */
function choosing(visit: Visit, told: Markup | '' = ''): PageContent {
  const { newIndustry: t } = visit.texts;
  const body = html`${told}
    <p>${t.lead}</p>
    <form method="post" action="${NEW_INDUSTRY_PATH}" class="templates">
      ${TEMPLATE_NAMES.map(
        (name) =>
          html`<section class="panel">
            <h2>${t[name]}</h2>
            <p>${t[MEANINGS[name]]}</p>
            <p>
              <button name="go" value="template.${name}">${t.choose}<span class="unseen"> ${t[name]}</span></button>
            </p>
          </section>`,
      )}
    </form>
    <p>${t.haveFile} <a href="${BY_BUNDLE}">${t.byBundle}</a></p>`;
  return sectionPage(visit, INDUSTRIES, { title: t.title, body });
}

/** The steps by their names, each of them a button. */
const stepList = ({ texts: { newIndustry: t } }: Visit, shown: Step): Markup =>
  html`<ol class="draft-steps">
    ${STEPS.map(
      (step) =>
        html`<li>
          <button class="quiet" name="go" value="step.${step}" ${step === shown ? html`aria-current="step"` : ''}>
            ${t[STEP_NAMES[step]]}
          </button>
        </li>`,
    )}
  </ol>`;

/** Everything that the fields of this step do not carry. */
const carried = (step: Step, { draft, admin, from }: Typed): Markup =>
  html`<input type="hidden" name="bundle" value="${JSON.stringify(draft)}" />
    <input type="hidden" name="step" value="${step}" /><input type="hidden" name="from" value="${from}" /> ${
      step === 'people'
        ? ''
        : ADMIN_FIELDS.map((name) => html`<input type="hidden" name="${name}" value="${admin[name]}" />`)
    }`;

/** Mistakes of fields that the page does not show. */
function elsewhere(mistakes: Mistakes, body: string): readonly Markup[] {
  return mistakes
    .filter(({ field }) => field === '' || !body.includes(`id="${field}-mistake"`))
    .map(({ field, problem }) => notice('critical', `${field} ${problem}`.trim()));
}

async function stepPage(visit: Visit, step: Step, typed: Typed, mistakes: Mistakes = []): Promise<PageContent> {
  const { newIndustry: t } = visit.texts;
  const form: ShownForm = { typed: null, mistakes };
  const isLast = step === 'review';
  const inside = isLast ? reviewForm(visit, typed, await checked(visit, typed, step)) : FORMS[step](visit, typed, form);
  const fields = String(await inside);
  const body = html`<form method="post" action="${NEW_INDUSTRY_PATH}" class="draft" id="draft" novalidate>
    <button class="unseen" name="go" value="${isLast ? 'check' : 'next'}" tabindex="-1" aria-hidden="true">
      ${t.next}
    </button>
    ${stepList(visit, step)} ${carried(step, typed)}
    <div id="mistakes" aria-live="polite">
      ${mistakes.length === 0 ? '' : notice('critical', t.mistakes)} ${elsewhere(mistakes, fields)}
    </div>
    ${inside}
    <p class="buttons">
      ${
        isLast
          ? html`<button name="go" value="make">${t.make}</button>
              <button class="quiet" name="go" value="download">${t.download}</button>
              <button class="quiet" formaction="${BY_BUNDLE}" name="act" value="check">${t.asText}</button>`
          : html`<button name="go" value="next">${t.next}</button>`
      }
      ${step === STEPS[0] ? '' : html`<button class="quiet" name="go" value="back">${t.back}</button>`}
    </p>
  </form>`;
  return {
    ...sectionPage(visit, INDUSTRIES, { title: `${t.title}: ${t[STEP_NAMES[step]]}`, body }),
    islands: ['draft-form'],
    draftForm: 'draft',
    status: mistakes.length === 0 ? 200 : 400,
  };
}

const stepBeside = (step: Step, steps: 1 | -1): Step => STEPS[STEPS.indexOf(step) + steps] ?? step;

/** The draft after a button; the same draft where the button only leads on. */
function acted(typed: Typed, verb: string, name: string): Typed {
  const { draft } = typed;
  switch (verb) {
    case 'addUnit': {
      const unit = {
        unitId: '',
        displayName: '',
        standardCategoryId: STANDARD_CATEGORIES.FLOW,
        siUnit: usualMeasure('FLOW', draft),
      };
      return { ...typed, draft: { ...draft, units: [...draft.units, unit] }, from: pageOfRow(draft.units.length) };
    }
    case 'paste':
      return { ...typed, from: pageOfRow(draft.units.length - 1) };
    case 'clear':
      return { ...typed, draft: withoutUnits(draft, () => true), from: 0, places: new Map() };
    case 'remove':
      return {
        ...typed,
        places: new Map(),
        draft: /^\d+$/.test(name) ? withoutUnits(draft, (_unit, at) => at === Number(name)) : withoutPart(draft, name),
      };
    case 'rows':
      return { ...typed, from: pageOfRow(Number(name) || 0) };
    default:
      return typed;
  }
}

/** The page of rows that has the first mistake of a unit. */
function atMistake(typed: Typed, mistakes: Mistakes): Typed {
  const places = mistakes.map(({ field }) => /^units\[(\d+)\]/.exec(field)?.[1]).filter((at) => at !== undefined);
  return places.length === 0 ? typed : { ...typed, from: pageOfRow(Math.min(...places.map(Number))) };
}

async function answered(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const [verb = '', ...rest] = fieldText(form, 'go').split('.');
  const name = rest.join('.');
  const template = TEMPLATE_NAMES.find((one) => one === name);
  if (verb === 'template' && template !== undefined)
    return stepPage(visit, STEPS[0], newTyped(draftOfTemplate(template, visit.texts)));
  const sent = typedBy(form);
  if (sent === null) return { ...choosing(visit, notice('critical', visit.texts.newIndustry.noDraft)), status: 400 };
  const step = stepNamed(fieldText(form, 'step')) ?? STEPS[0];
  const typed = acted(sent, verb, name);
  const ownMistakes = async (): Promise<Mistakes> => {
    const answer = await checked(visit, typed, step);
    return isRefused(answer) ? answer.filter(({ field }) => stepOfField(field) === step) : [];
  };
  switch (verb) {
    case 'download':
      return draftFile(visit, typed);
    case 'make': {
      const answer = await made(visit, typed);
      if (isRefused(answer)) return { ...(await stepPage(visit, 'review', typed)), status: 400 };
      return madePage(visit, typed, answer);
    }
    case 'back':
      return stepPage(visit, stepBeside(step, -1), typed);
    case 'step':
      return stepPage(visit, stepNamed(name) ?? step, typed);
    case 'to': {
      const answer = await checked(visit, typed, 'review');
      const there = stepOfField(name);
      const mistakes = isRefused(answer) ? answer.filter(({ field }) => stepOfField(field) === there) : [];
      return stepPage(visit, there, atMistake(typed, [{ field: name, problem: '' }]), mistakes);
    }
    case 'next': {
      const mistakes = step === 'review' ? [] : await ownMistakes();
      return mistakes.length === 0
        ? stepPage(visit, stepBeside(step, 1), { ...typed, from: 0 })
        : stepPage(visit, step, atMistake(typed, mistakes), mistakes);
    }
    case 'check':
      return { ...(await stepPage(visit, step, typed, step === 'review' ? [] : await ownMistakes())), status: 200 };
    default:
      return stepPage(visit, step, typed);
  }
}

/** /app/operations/new: an industry in steps, from a template to the bundle that makes it. */
export const newIndustryPage: Page = {
  path: NEW_INDUSTRY_PATH,
  audience: 'operators',
  show: async (visit) => choosing(visit),
  take: answered,
};
