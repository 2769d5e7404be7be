import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { browsersAnswer } from '../../alerts/http/user/browsers.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { fieldText } from '../handle-form.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import { notice, option } from '../parts.ts';
import { browserText } from '../session.ts';
import { fill } from '../texts.ts';
import type { Visit } from '../visit.ts';

type Browsers = z.infer<typeof browsersAnswer>['data'];

const OFF = 'off';
const TEST = 'test';

/** The switch of the present browser. islands/push.ts shows the form where the browser can do it. */
function switchOn({ c, texts: { browsers: t, severities } }: Visit, { publicKey }: Browsers): Markup {
  const words = { denied: t.denied, failed: t.failed };
  return html`<p id="push-needs">${t.needs}</p>
    <form
      id="push"
      class="row"
      hidden
      data-key="${publicKey}"
      data-name="${browserText(c)}"
      data-words="${JSON.stringify(words)}"
    >
      <label
        >${t.which}
        <select name="leastSeverity">
          ${SEVERITIES.map((severity, place) =>
            option(
              severity,
              'critical',
              place === 0 ? t.onlyCritical : fill(t.fromSeverity, { severity: severities[severity] }),
            ),
          )}
        </select></label
      >
      <button>${t.on}</button>
    </form>
    <p id="push-problem" role="alert"></p>`;
}

function line({ texts: { browsers: t, severities }, clock }: Visit, browser: Browsers['browsers'][number]): Markup {
  const { browserId, browserName, leastSeverity, addedAt, mark } = browser;
  const shows =
    leastSeverity === 'critical' ? t.onlyCritical : fill(t.fromSeverity, { severity: severities[leastSeverity] });
  return html`<li data-mark="${mark}">
    <p>
      <strong>${browserName}</strong> <span class="present" hidden>(${t.present})</span>
      <span class="muted">${shows}, ${fill(t.since, { time: momentText(addedAt, clock) })}</span>
    </p>
    <form method="post" class="buttons">
      <input type="hidden" name="browserId" value="${browserId}" />
      <button class="quiet" name="act" value="${TEST}">${t.test}</button>
      <button class="quiet" name="act" value="${OFF}">${t.off}</button>
    </form>
  </li>`;
}

/** Devices that show incidents to the visitor, and the switch for this one. */
export async function browsersSection(visit: Visit): Promise<Markup> {
  const { browsers: t } = visit.texts;
  const { data } = await visit.ask<z.infer<typeof browsersAnswer>>('/api/user/browsers');
  const done = visit.c.req.query('browser');
  return html`<section id="browsers">
    <h2>${t.title}</h2>
    ${done === TEST ? notice('stock', t.tested) : done === OFF ? notice('stock', t.switchedOff) : ''}
    <p>${t.lead}</p>
    ${switchOn(visit, data)}
    ${
      data.browsers.length === 0
        ? ''
        : html`<h3>${t.listed}</h3>
            <ul class="notifications">
              ${data.browsers.map((browser) => line(visit, browser))}
            </ul>`
    }
  </section>`;
}

/** Does what a form of a browser asks; null: it is another form. */
export async function handleBrowser(visit: Visit, form: FormData, path: string): Promise<Response | null> {
  const act = fieldText(form, 'act');
  if (act !== OFF && act !== TEST) return null;
  const address = `/api/user/browsers/${encodeURIComponent(fieldText(form, 'browserId'))}`;
  if (act === OFF) await visit.send('DELETE', address);
  else await visit.send('POST', `${address}/test`);
  return visit.c.redirect(`${path}?browser=${act}#browsers`, 303);
}
