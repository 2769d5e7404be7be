import { html } from 'hono/html';
import { figureText } from '../../../domain/look/figure-text.ts';
import type { Markup, Page, PageContent } from '../page.ts';
import { notice, scroller } from '../parts.ts';
import { fill, type Texts } from '../texts/texts.ts';
import { may, type Visit } from '../visit.ts';
import { samplesOf } from './metric-text.ts';
import { answering, fieldText, instantMark, sectionPage, zoneNote } from './section.ts';

const PATH = '/app/operations/health';
const LOG_ROWS = 200;
const MOST_SHOWN = 50;

/** An entry of GET /api/admin/globallogs. */
interface Entry {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly desc: string;
  readonly priority: 'low' | 'medium' | 'high' | 'critical';
  readonly status: 'open' | 'acknowledged' | 'resolved';
  readonly times: number;
  readonly updatedAt: string;
}

/** What is shown of the metrics, and in which order. */
const GAUGES = [
  ['water_stale_days', 'staleDays'],
  ['water_oldest_stale_day_seconds', 'oldestStale'],
  ['water_settled_events_waiting', 'eventsWaiting'],
  ['water_quarantine_held_rows', 'heldRows'],
  ['water_rollup_mismatches', 'rollupMismatches'],
  ['water_document_mismatches', 'documentMismatches'],
  ['water_canary_mismatches', 'canaryMismatches'],
  ['water_engine_restarts_total', 'engineRestarts'],
  ['water_open_streams', 'openStreams'],
] as const satisfies readonly (readonly [string, keyof Texts['health']])[];

type Samples = ReturnType<typeof samplesOf>;

const gaugesTable = ({ texts }: Visit, samples: Samples): Markup =>
  scroller(
    texts.health.figures,
    html`<table>
      <thead>
        <tr>
          <th scope="col">${texts.health.what}</th>
          <th scope="col" class="figure">${texts.health.figure}</th>
        </tr>
      </thead>
      <tbody>
        ${GAUGES.flatMap(([metric, text]) =>
          samples
            .filter(({ name }) => name === metric)
            .map(
              ({ labels, value }) =>
                html`<tr>
                  <th scope="row">
                    ${texts.health[text]} <span class="muted">${Object.values(labels).join(', ')}</span>
                  </th>
                  <td class="figure">${figureText(value, 0)}</td>
                </tr>`,
            ),
        )}
      </tbody>
    </table>`,
  );

interface Queue {
  readonly name: string;
  readonly queued: number;
  readonly active: number;
  readonly failures: number;
}

function queuesOf(samples: Samples): Queue[] {
  const of = (metric: string, queue: string, state?: string): number =>
    samples
      .filter(
        ({ name, labels }) =>
          name === metric && labels['queue'] === queue && (state === undefined || labels['state'] === state),
      )
      .reduce((sum, { value }) => sum + value, 0);
  const names = samples.filter(({ name }) => name === 'water_queue_jobs').map(({ labels }) => labels['queue'] ?? '');
  return [...new Set(names)].sort().map((name) => ({
    name,
    queued: of('water_queue_jobs', name, 'queued'),
    active: of('water_queue_jobs', name, 'active'),
    failures: of('water_job_failures_total', name),
  }));
}

/** Queues that have something to tell, and how many have not. */
function queuesTable({ texts: { health: t } }: Visit, samples: Samples): Markup {
  const queues = queuesOf(samples);
  const busy = queues.filter(({ queued, active, failures }) => queued + active + failures > 0);
  const resting = html`<p>${fill(t.resting, { queues: queues.length - busy.length })}</p>`;
  if (busy.length === 0) return resting;
  return html`${scroller(
    t.queues,
    html`<table>
      <thead>
        <tr>
          <th scope="col">${t.queue}</th>
          <th scope="col" class="figure">${t.queued}</th>
          <th scope="col" class="figure">${t.active}</th>
          <th scope="col" class="figure">${t.failures}</th>
        </tr>
      </thead>
      <tbody>
        ${busy.map(
          ({ name, queued, active, failures }) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td class="figure">${figureText(queued, 0)}</td>
              <td class="figure">${figureText(active, 0)}</td>
              <td class="figure">${figureText(failures, 0)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  )}${resting}`;
}

function entryItem(visit: Visit, entry: Entry): Markup {
  const { texts, visitor } = visit;
  const t = texts.health;
  const to = (status: 'acknowledged' | 'resolved', label: string): Markup =>
    html`<button class="quiet" name="status" value="${status}">
      ${label}<span class="unseen"> ${entry.title}</span>
    </button>`;
  return html`<li class="panel">
    <p>
      <strong class="${entry.priority}">${t[entry.priority]}</strong> ${entry.title}
      <span class="muted"
        >${entry.source} · ${instantMark(visit, entry.updatedAt)} · ${fill(t.times, { times: entry.times })} ·
        ${t[entry.status]}</span
      >
    </p>
    <p>${entry.desc}</p>
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
  const [ready, metrics, probe, entries] = await Promise.all([
    fetch({ path: '/readyz' }).then(async (answer) => (await answer.json()) as { message?: string }), // its own answer
    fetch({ path: '/metrics' }).then((answer) => answer.text()),
    fetch({ path: '/api/admin/validate/stream_backend' }).then((answer) => answer.ok),
    ask<Entry[]>('/api/admin/globallogs', { limit: LOG_ROWS }),
  ]);
  const samples = samplesOf(metrics);
  const waiting = entries.filter(({ status }) => status !== 'resolved').slice(0, MOST_SHOWN);
  const body = html`${told}
    <div id="state" data-live>
      ${ready.message === undefined ? notice('stock', texts.welcome.ready) : notice('critical', ready.message)}
      ${probe ? '' : notice('critical', t.noStream)}
      <h2>${t.entries}</h2>
      ${
        waiting.length === 0
          ? html`<p>${t.noEntries}</p>`
          : html`<ul class="plain-list">
              ${waiting.map((entry) => entryItem(visit, entry))}
            </ul>`
      }
      <div class="columns">
        <section>
          <h2>${t.queues}</h2>
          ${queuesTable(visit, samples)}
        </section>
        <section>
          <h2>${t.figures}</h2>
          ${gaugesTable(visit, samples)}
        </section>
      </div>
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

/** Whether the service does its work: readiness, what a person should look at, queues, figures of the metrics. */
export const healthPage: Page = {
  path: PATH,
  audience: 'operators',
  show: async (visit) =>
    view(visit, visit.c.req.query('done') === 'yes' ? notice('stock', visit.texts.operations.done) : ''),
  take: async (visit, form) =>
    answering(
      async () => {
        await act(visit, form);
        return visit.c.redirect(`${PATH}?done=yes`, 303);
      },
      (told) => view(visit, told),
    ),
};
