import { html } from 'hono/html';
import type { Context } from '../context.ts';
import { lacksOperators, makeFirstOperator } from '../industries/first-operator.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { HttpApp, HttpContext } from '../platform/http/environment.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import { asTyped, fieldText } from './handle-form.ts';
import { forwardFrom } from './forward.ts';
import { plainPage } from './frame.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { type Markup, field, refusalNotice } from './page.ts';
import { sentForm } from './sent-form.ts';
import { refusalWords } from './service-words.ts';
import { enter } from './session.ts';
import { type Texts, textsOf } from './texts.ts';

/** The page of the first operator, which is there until the installation has one. */
export const BEGIN_PATH = '/app/begin';
/** The first operator adds the first industry next. */
const NEXT_PATH = '/app/operations/new';

const fieldsOf = ({ begin: t }: Texts) =>
  [
    { name: 'code', label: t.code, hint: t.codeMeans, type: 'text', autocomplete: 'off' },
    { name: 'email', label: t.email, hint: t.emailMeans, type: 'email', autocomplete: 'email' },
    { name: 'username', label: t.username, hint: t.usernameMeans, type: 'text', autocomplete: 'username' },
    { name: 'password', label: t.password, hint: t.passwordMeans, type: 'password', autocomplete: 'new-password' },
  ] as const;

function beginPage(c: HttpContext, told: Markup | '', typed: FormData | null): Markup {
  const texts = textsOf(languageOf(c));
  const t = texts.begin;
  const inputs = fieldsOf(texts).map(({ name, label, hint, type, autocomplete }) =>
    field(
      name,
      label,
      html`<input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${typed === null || type === 'password' ? '' : fieldText(typed, name)}"
        autocomplete="${autocomplete}"
        autocapitalize="none"
        spellcheck="false"
        aria-describedby="${name}-hint"
        required
      />`,
      hint,
    ),
  );
  return plainPage(c, {
    title: t.title,
    body: html`<p>${t.lead}</p>
      ${told}
      <form method="post" action="${BEGIN_PATH}" class="panel">
        ${inputs}
        <p><button>${t.submit}</button></p>
      </form>`,
  });
}

interface Installation {
  readonly context: Context;
  readonly limiter: Limiter;
  readonly secrets: readonly string[];
}

/** /app/begin: the first operator of an empty installation, by the code that the service prints at its start. */
export function registerBegin(app: HttpApp, services: Installation): void {
  const { context, limiter, secrets } = services;
  app.get(BEGIN_PATH, async (c) => {
    if (!(await lacksOperators(context))) throw new ServiceError(404, textsOf(languageOf(c)).frame.noSuchPage);
    return c.html(beginPage(c, '', null), 200, { 'Cache-Control': 'no-store' });
  });
  app.post(BEGIN_PATH, async (c) => {
    const form = await sentForm(c);
    const [code, email, username] = [fieldText(form, 'code'), fieldText(form, 'email'), fieldText(form, 'username')];
    const password = asTyped(form, 'password');
    const { network } = c.get('client');
    try {
      await makeFirstOperator(context, { limiter, secrets, network }, { code, email, username, password });
    } catch (error) {
      if (!(error instanceof ServiceError) || ![400, 1430].includes(error.code)) throw error;
      const told = refusalWords(languageOf(c), { message: error.message, errors: error.details });
      return c.html(beginPage(c, refusalNotice(told), form), 400);
    }
    const refusal = await enter(c, forwardFrom(app, c), { username, password });
    return c.redirect(refusal === null ? NEXT_PATH : '/app/login', 303);
  });
}
