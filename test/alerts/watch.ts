import type { Incident } from '../../src/alerts/rules/incident-record.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { addAlertRule } from '../../src/alerts/manage-rules.ts';
import { debounceEvaluation } from '../../src/alerts/enqueue-evaluation.ts';
import { consumeSettled } from '../../src/figures/settled/consume.ts';
import { SETTLED_REACTIONS } from '../../src/service/settled-reactions.ts';
import { incidentsDuring, transitionsOf } from '../../src/alerts/store/incidents.ts';
import { waitingEvents } from '../../src/figures/store/settled-events.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { unit, works } from '../figures/processing/works.ts';
import type { TestContext } from '../support/database.ts';

/*
 * An industry in UTC whose units send every five minutes, and what its rules find. 1000 litres in five minutes are 12
 * kilolitres an hour.
 */

const MINUTE = 60_000;
export const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`);

export const mintWorks = (
  context: TestContext,
  unitIds: readonly string[] = ['A'],
  more: object = {},
): Promise<Industry> =>
  works(
    context,
    unitIds.map((unitId) => unit(unitId, 'FLOW_CATEGORY', { dataUpdateFrequency: 300, ...more })),
  );

/** Above 10 kilolitres an hour for a quarter of an hour, and below 9.5 for as long. */
export const FLOW_RULE = {
  title: 'Flows too fast',
  severity: 'high',
  alertType: 'flow_rate_above_the_range',
  settings: { high: 10 },
  holdMinutes: 15,
  recoverMinutes: 15,
};
export const DAY_RULE = {
  title: 'Too much in a day',
  severity: 'medium',
  alertType: 'unit_threshold',
  settings: { limit: 5 },
};

export const define = (context: TestContext, industry: Industry, body: object) =>
  addAlertRule(context, noQueue, industry, body, { ...COMMAND, userId: 'u1' });

/** So many readings of so many litres. */
export const times = (count: number, litres: number): number[] => Array.from({ length: count }, () => litres);

/** Readings of a unit, one every five minutes from an instant on: litres in each of them. */
export const rowsOf = (unitId: string, fromEpochMs: number, litres: readonly number[]) =>
  litres.map((value, index) => ({
    row: { unitId, createdOn: new Date(fromEpochMs + index * 5 * MINUTE).toISOString(), value },
  }));

/** Stores readings; late ones of the running day are noted as a service does. */
export async function send(
  context: TestContext,
  industry: Industry,
  rows: readonly { readonly row: object }[],
): Promise<void> {
  const asked: string[] = [];
  const queue = { send: async (name: string) => void asked.push(name) };
  const wake = debounceEvaluation(context, queue);
  let told = 0;
  await ingestReadings(
    {
      context,
      onStaleDays: async () => {},
      onStored: (of, { changed }) => {
        told += 1;
        wake(of, changed);
      },
    },
    industry,
    [rows],
    'http',
  );
  for (let tries = 0; told > 0 && asked.length === 0 && tries < 100; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Sends readings up to the present, which is moved to the last of them, and evaluates. */
export async function live(
  context: TestContext,
  industry: Industry,
  fromEpochMs: number,
  litres: readonly number[],
): Promise<number> {
  context.clock.set(new Date(fromEpochMs + (litres.length - 1) * 5 * MINUTE + 2000).toISOString());
  await send(context, industry, rowsOf('A', fromEpochMs, litres));
  return (await evaluateIndustry(context, industry.industryId)).told;
}

/** Lets the alerts hear of the days that have settled. */
export async function hearOfSettled(context: TestContext, industry: Industry): Promise<void> {
  for (const event of await waitingEvents(context.database, 10_000))
    if (event.industryKey === industry.industryKey && event.consumer === 'alerts')
      await consumeSettled(context, event, SETTLED_REACTIONS);
}

/** The oldest first. */
export const incidentsOf = (context: TestContext, { industryKey }: Industry): ReturnType<typeof incidentsDuring> =>
  incidentsDuring(context.database, industryKey, { from: 0, to: 4e12 });

/** Kinds of what happened to an incident, with '!' where somebody is to hear of it. */
export const historyOf = async (
  context: TestContext,
  { industryKey }: Industry,
  incident: Incident,
): Promise<string[]> =>
  (await transitionsOf(context.database, industryKey, incident.incidentKey)).map(
    ({ kind, dispatchedAt }) => `${kind}${dispatchedAt === null ? '!' : ''}`,
  );

const clockTime = (epochMs: number): string => new Date(epochMs).toISOString().slice(11, 16);

/** What is recorded of each incident, in short. */
export const shownIncidents = async (context: TestContext, industry: Industry) =>
  (await incidentsOf(context, industry)).map(({ state, openedAt, closedAt, peak, litres, isLate }) => ({
    state,
    openedAt: clockTime(openedAt),
    closedAt: closedAt === null ? null : clockTime(closedAt),
    peak,
    litres,
    isLate,
  }));

/** A context that notes the names of statements. */
export function noting(context: TestContext, statements: { push(name: string): unknown }): TestContext {
  const { database } = context;
  const noted = <Q extends Pick<typeof database, 'many' | 'one' | 'maybeOne'>>(querier: Q): Q => ({
    ...querier,
    many: (name, parameters) => {
      statements.push(name);
      return querier.many(name, parameters);
    },
    one: (name, parameters) => {
      statements.push(name);
      return querier.one(name, parameters);
    },
    maybeOne: (name, parameters) => {
      statements.push(name);
      return querier.maybeOne(name, parameters);
    },
  });
  return {
    ...context,
    database: {
      ...noted(database),
      transaction: (work) => database.transaction((transaction) => work(noted(transaction))),
    },
  };
}
