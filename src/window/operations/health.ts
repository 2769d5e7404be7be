import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { instantText } from '../../kernel/format/date-text.ts';
import { durationText, figureText } from '../../kernel/format/figure-text.ts';
import type { statisticsData } from '../../keeping/http/admin/statistics.ts';
import { faultSentence } from '../../platform/faults/rules/fault.ts';
import type { logEntry } from '../../platform/global-logs/http/schemas/globalLog.ts';
import { MISSING_MARK } from '../figures.ts';
import { fieldText } from '../handle-form.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, scroller, may, type Visit } from '../page.ts';
import { ownWords, serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';
import { formPage, instantMark, sectionPage, zoneNote } from './section.ts';

const PATH = '/app/operations/health';
const LOG_ROWS = 200;
const MOST_SHOWN = 50;

interface ReadyAnswer {
  readonly message?: string;
  readonly details?: readonly string[];
}
type Entry = z.infer<typeof logEntry>;
type Statistics = z.infer<typeof statisticsData>;

const MEGABYTE = 1_000_000;

function figuresTable(visit: Visit, data: Statistics): Markup {
  const t = visit.texts.health;
  const number = (value: number): Markup => html`${figureText(value, 0)}`;
  const { stale, proof, canary, database } = data;
  const rows: readonly (readonly [string, Markup])[] = [
    [t.staleDays, number(stale.days)],
    [
      t.oldestStale,
      stale.oldest === null
        ? html`–`
        : html`${stale.oldest.industryId} ${stale.oldest.businessDate},
          ${durationText(stale.oldest.ageSeconds / 60, visit.language)}`,
    ],
    [fill(t.earlierRules, { version: `${stale.rulesVersion}` }), number(stale.ofEarlierRules)],
    [t.eventsWaiting, number(stale.settledEventsWaiting)],
    [t.heldRows, number(data.quarantineHeldRows)],
    ...data.silentUnits.map(
      ({ minutes, units }) => [fill(t.silent, { time: durationText(minutes, visit.language) }), number(units)] as const,
    ),
    [t.proven, instantMark(visit, proof.lastRunAt)],
    [t.rollupMismatches, number(proof.rollupMismatches)],
    [t.documentMismatches, number(proof.documentMismatches.open)],
    [t.canary, canary === null ? html`${t.canaryOff}` : instantMark(visit, canary.succeededAt)],
    ...(canary === null
      ? []
      : ([
          [t.canaryRan, instantMark(visit, canary.ranAt)],
          [t.canaryMismatches, number(canary.mismatches)],
          ...(canary.problem === null
            ? []
            : ([[t.canaryProblem, html`${serviceWords(visit.language, canary.problem)}`]] as const)),
        ] as const)),
    [t.industries, number(data.industries)],
    [t.units, number(data.units)],
    [t.size, number(database.bytes / MEGABYTE)],
    [t.release, html`${data.release} · ${t[database.engine]} · TimescaleDB ${database.timescaledb}`],
  ];
  return scroller(
    t.figures,
    html`<table class="stacked">
      <tbody>
        ${rows.map(
          ([label, value]) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td class="figure">${value}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

function queuesTable(visit: Visit, queues: Statistics['queues']): Markup {
  const t = visit.texts.health;
  if (queues.length === 0) return html`<p>${t.resting}</p>`;
  return scrolledTable(
    t.queues,
    [t.queue, { figure: t.queued }, { figure: t.active }, { figure: t.failures }, { figure: t.oldestWait }, t.lastDone],
    queues.map(
      ({ queue, queued, active, failed, oldestWaitSeconds, lastCompletedAt }) =>
        html`<tr>
          <th scope="row"><code>${queue}</code></th>
          <td class="figure">${figureText(queued, 0)}</td>
          <td class="figure">${figureText(active, 0)}</td>
          <td class="figure">${figureText(failed, 0)}</td>
          <td class="figure">
            ${oldestWaitSeconds === null ? MISSING_MARK : durationText(oldestWaitSeconds / 60, visit.language)}
          </td>
          <td>${instantMark(visit, lastCompletedAt)}</td>
        </tr>`,
    ),
  );
}

function entryItem(visit: Visit, entry: Entry): Markup {
  const { texts, visitor, language } = visit;
  const t = texts.health;
  const title = ownWords(language, entry.title);
  const to = (status: 'acknowledged' | 'resolved', label: string): Markup =>
    html`<button class="quiet" name="status" value="${status}">${label}<span class="unseen"> ${title}</span></button>`;
  return html`<li class="panel">
    <p>
      <strong class="${entry.priority}">${t[entry.priority]}</strong> ${title}
      <span class="muted"
        >${entry.source} · ${instantMark(visit, entry.updatedAt)} · ${fill(t.times, { times: entry.times })} ·
        ${t[entry.status]}</span
      >
    </p>
    <p>${ownWords(language, entry.desc)}</p>
    ${
      may(visitor, 'operations:run')
        ? html`<form method="post" action="${PATH}" class="buttons">
            <input type="hidden" name="act" value="entry" />
            <input type="hidden" name="id" value="${entry.id}" />
            ${entry.status === 'open' ? to('acknowledged', t.acknowledge) : ''} ${to('resolved', t.resolve)}
          </form>`
        : ''
    }
  </li>`;
}

/** Sentences of faults, those that last and those of the week that are over. */
function faultsTold({ clock, language }: Visit, faults: Statistics['faults']) {
  const told = faults.map(({ beganAt, seenAt, endedAt, ...same }) => ({
    lasts: endedAt === null,
    sentence: faultSentence(
      {
        ...same,
        began: Date.parse(beganAt),
        seen: Date.parse(seenAt),
        ended: endedAt === null ? null : Date.parse(endedAt),
      },
      language,
      (at) => instantText(at, clock.timezone, language),
    ),
  }));
  const { present = [], past = [] } = Object.groupBy(told, ({ lasts }) => (lasts ? 'present' : 'past'));
  return { present, past };
}

const triggers = ({ texts: { health: t } }: Visit): Markup =>
  html`<h2>${t.triggers}</h2>
    <form method="post" action="${PATH}" class="buttons">
      <button class="quiet" name="act" value="test">${t.sendTest}</button>
      <button class="quiet" name="act" value="shifts">${t.runShifts}</button>
    </form>
    <p class="muted">${t.triggersMean}</p>`;

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, fetch, ask, visitor } = visit;
  const t = texts.health;
  const [ready, { data }, probe, entries] = await Promise.all([
    fetch({ path: '/readyz' }).then(async (answer) => (await answer.json()) as ReadyAnswer), // its own answer
    ask<{ data: Statistics }>('/api/admin/statistics'),
    fetch({ path: '/api/admin/validate/stream_backend' }).then((answer) => answer.ok),
    ask<Entry[]>('/api/admin/globallogs', { limit: LOG_ROWS }),
  ]);
  const waiting = entries.filter(({ status }) => status !== 'resolved').slice(0, MOST_SHOWN);
  const { present, past } = faultsTold(visit, data.faults);
  const body = html`${told}
    <div id="health" data-live>
      ${ready.message === undefined ? notice('stock', texts.welcome.ready) : notice('critical', serviceWords(visit.language, ready.message))}
      ${(ready.details ?? []).map((detail) => notice('high', serviceWords(visit.language, detail)))}
      ${probe ? '' : notice('critical', t.noStream)} ${present.map(({ sentence }) => notice('high', sentence))}
      <h2>${texts.faults.title}</h2>
      ${
        past.length === 0
          ? html`<p>${texts.faults.none}</p>`
          : html`<ul>
              ${past.map(({ sentence }) => html`<li>${sentence}</li>`)}
            </ul>`
      }
      <h2>${t.entries}</h2>
      <p class="muted">${fill(t.entriesAmong, { count: LOG_ROWS })}</p>
      ${
        waiting.length === 0
          ? html`<p>${t.noEntries}</p>`
          : html`<ul class="plain-list">
              ${waiting.map((entry) => entryItem(visit, entry))}
            </ul>`
      }
      <section>
        <h2>${t.queues}</h2>
        ${queuesTable(visit, data.queues)}
      </section>
      <section class="installation">
        <h2>${t.figures}</h2>
        ${figuresTable(visit, data)}
      </section>
    </div>
    ${may(visitor, 'operations:run') ? triggers(visit) : ''} ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: texts.operations.health, body });
}

async function act({ ask, send }: Visit, form: FormData): Promise<void> {
  const source = { source: 'page', purpose: 'operations page' };
  switch (fieldText(form, 'act')) {
    case 'test':
      await ask('/api/admin/plcEventStream/data');
      return;
    case 'shifts':
      await ask('/api/admin/shift-monitoring/recent-shift-starts', source);
      return;
    default: {
      const query = new URLSearchParams({ id: fieldText(form, 'id'), status: fieldText(form, 'status') });
      await send('PATCH', `/api/admin/globallogs?${query}`);
    }
  }
}

/** /app/operations/health: readiness, warnings, queues and statistics of the installation. */
export const healthPage: Page = {
  path: PATH,
  audience: 'operators',
  ...formPage(PATH, view, act),
};
