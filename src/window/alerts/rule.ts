import { html } from 'hono/html';
import { addDays } from '../../kernel/time/business-date.ts';
import { ALERT_TYPES, type AlertType } from '../../alerts/rules/types.ts';
import { handleForm } from '../handle-form.ts';
import type { ApiRefusal } from '../api-client.ts';
import { type Markup, type Page, type PageContent, notice, refusalNotice, may, type Visit } from '../page.ts';
import { RULE, RULES, tabs } from './parts.ts';
import { ruleBody, type Draft, draftOf, emptyDraft, type Rule } from './rule-fields.ts';
import { type Choices, type RuleForm, fieldsOfRule, typeForm } from './rule-form.ts';
import { trial, type Trial, trialSection } from './tried.ts';

/** Days of a trial, unless the form names others. */
const TRIED_DAYS = 30;

/** Units in use, those that the draft names although they are no more, and sub-categories. */
async function choicesOf({ ask }: Visit, draft: Draft): Promise<Choices> {
  const [units, categories] = await Promise.all([
    ask<{ data: Choices['units'] }>('/api/user/units', { retired: true }),
    ask<{ data: { subCategories: Choices['subCategories'] }[] }>('/api/user/categories'),
  ]);
  const byId = new Map(categories.data.flatMap(({ subCategories }) => subCategories).map((one) => [one.id, one]));
  const named = draft.getAll('scope.ids.unit');
  const offered = units.data.filter(({ unitId, retiredAt }) => retiredAt === null || named.includes(unitId));
  return { units: offered, subCategories: [...byId.values()] };
}

/** The last days that are over. */
function withDays(draft: Draft, { clock }: Visit): Draft {
  const daysAgo = (days: number): string => addDays(clock.today, -days);
  if (!draft.has('from')) draft.set('from', daysAgo(TRIED_DAYS));
  if (!draft.has('to')) draft.set('to', daysAgo(1));
  return draft;
}

const typeIn = (text: unknown): AlertType => ALERT_TYPES.find((type) => type === text) ?? 'unit_threshold';

/** Fields that a link to a new rule may fill, as a finding's does. */
const FILLED_BY_LINK = /^(?:title|severity|scope\.kind|scope\.ids\.\w+|settings\.\w+)$/;

/** The form of a new rule, filled with what its address says. */
function draftOfLink({ c }: Visit): Draft {
  const draft = emptyDraft(typeIn(c.req.query('alertType')));
  for (const [name, values] of Object.entries(c.req.queries()))
    if (FILLED_BY_LINK.test(name)) {
      draft.delete(name);
      for (const value of values) draft.append(name, value);
    }
  return draft;
}

interface Shown {
  readonly stored: Rule | null;
  readonly draft: Draft;
  /** The refusal of a save. */
  readonly problem: ApiRefusal | null;
  readonly tried: Trial | null;
}

function tryFields({ texts, draft }: RuleForm): Markup {
  const day = (name: 'from' | 'to'): Markup =>
    html`<label>${texts.alerts[name]} <input type="date" name="${name}" value="${draft.get(name) ?? ''}" /></label>`;
  return html`<div class="filter">
    ${day('from')} ${day('to')}
    <button class="quiet" name="act" value="try">${texts.alertRules.tryButton}</button>
    <button class="quiet" name="act" value="suggest">${texts.alertRules.suggest}</button>
  </div>`;
}

async function content(visit: Visit, { stored, draft, problem, tried }: Shown): Promise<PageContent> {
  const { texts } = visit;
  const alertType = typeIn(draft.get('alertType'));
  const mistakes = [...(problem?.errors ?? []), ...(tried?.problem?.errors ?? [])].map((one) => ({
    ...one,
    field: one.field.replace(/^rule\./, ''),
  }));
  const form: RuleForm = { texts, alertType, draft, stored, choices: await choicesOf(visit, draft), mistakes };
  const { alertRules } = texts;
  // The version that the reader saw, because the fields change that one.
  const seen = stored === null ? '' : html`<input type="hidden" name="tag" value="${draft.get('tag') ?? ''}" />`;
  const removal = html`<form method="post" class="removal">
    ${seen}
    <details>
      <summary>${alertRules.remove}</summary>
      <button class="quiet" name="act" value="remove">${alertRules.removeSure}</button>
    </details>
  </form>`;
  return {
    title: stored?.title ?? alertRules.newRule,
    islands: ['threshold'],
    body: html`${tabs(texts, RULES)}
      ${problem === null ? '' : html`${notice('critical', alertRules.mistakes)} ${refusalNotice(problem)}`}
      ${stored === null ? typeForm(form) : html`<p class="muted">${texts.alertTypes[alertType]}</p>`}
      <form method="post" id="rule" class="rule-form">
        ${seen}
        <div class="panel">
          ${fieldsOfRule(form)}
          <p><button name="act" value="save">${alertRules.save}</button></p>
        </div>
        <div class="panel">
          <h2>${alertRules.tryIt}</h2>
          ${tryFields(form)}
          <div id="tried" data-failed="${alertRules.notAnswered}">
            ${tried === null ? '' : trialSection(visit, tried)}
          </div>
        </div>
      </form>
      ${stored === null ? '' : removal}`,
  };
}

const storedRule = async (visit: Visit): Promise<Rule | null> => {
  const id = visit.c.req.query('id');
  if (id === undefined) return null;
  return (await visit.ask<{ data: Rule }>(`/api/user/alerts/rules/${encodeURIComponent(id)}`)).data;
};

/** Saves, deletes or tries the rule. A Response leads on once it is done. */
async function act(visit: Visit, draft: Draft, stored: Rule | null): Promise<Response | Shown> {
  const body = ruleBody(draft, typeIn(draft.get('alertType')), stored);
  const shown = { stored, draft, problem: null, tried: null };
  const path = stored === null ? '' : `/api/user/alerts/${stored.alertId}`;
  const version: Record<string, string> = stored === null ? {} : { 'If-Match': draft.get('tag') ?? '' };
  switch (draft.get('act')) {
    case 'remove':
      await visit.send('DELETE', path, undefined, version);
      return visit.c.redirect(RULES, 303);
    case 'save':
      if (stored === null) await visit.send('POST', '/api/user/alerts', body);
      else await visit.send('PUT', path, body, version);
      return visit.c.redirect(RULES, 303);
    default:
      return { ...shown, tried: await trial(visit, draft, body) };
  }
}

/** /app/alerts/rule?id=..: a rule, or a new one, with its back-test. */
export const rulePage: Page = {
  path: RULE,
  audience: 'everybody',
  show: async (visit) => {
    const stored = await storedRule(visit);
    if (!may(visit.visitor, 'alerts:write'))
      return {
        title: stored?.title ?? visit.texts.alertRules.title,
        body: html`${tabs(visit.texts, RULES)} ${notice('high', visit.texts.alertRules.mayNot)}`,
      };
    const fresh = stored === null ? draftOfLink(visit) : draftOf(stored);
    const draft = withDays(fresh, visit);
    const tried = stored === null ? null : await trial(visit, draft, ruleBody(draft, stored.alertType, stored));
    return content(visit, { stored, draft, problem: null, tried });
  },
  take: async (visit, form) => {
    const stored = await storedRule(visit);
    const sent = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === 'string') sent.append(name, value);
    return handleForm(
      async () => {
        const done = await act(visit, sent, stored);
        return done instanceof Response ? done : content(visit, done);
      },
      (_, problem) => {
        // The form of a removal has no fields of the rule.
        const draft = sent.get('act') === 'remove' && stored !== null ? draftOf(stored) : sent;
        return content(visit, { stored, draft: withDays(draft, visit), problem, tried: null });
      },
    );
  },
};
