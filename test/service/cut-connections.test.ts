import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAlertRule } from '../../src/alerts/manage-rules.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { openConfigured } from '../../src/platform/database/open.ts';
import { editReading, estimateReadings } from '../../src/readings/edits/reading-edits.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { at, process as processDays, requestOf, send, unit, virtual, works } from '../figures/processing/works.ts';
import { processDays as runDays } from '../../src/figures/processing/process.ts';
import { valuesFor } from '../support/property-runs.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { afterFile } from '../support/after-file.ts';
import { takingReadings } from '../support/intake.ts';
import { type Traces, tracesOf } from './support/mortal-traces.ts';

/*
 * The connection to the database is cut at a statement of an act: before it is sent, or when it has been sent and nobody
 * has read the answer. Then whoever asked tries again. `npm run test:deep` cuts at each statement in both ways, a usual
 * run at a quarter of them: after it, and at some of them before it, too.
 */

const NOW = '2026-03-03T00:05:00Z';
const DAYS = ['2026-03-01', '2026-03-02'];

/** Of acts; its connections are cut. */
let context: TestContext;
/** Of what stands around them: statements that a connection knows are not planned again. */
let steady: TestContext;
beforeAll(async () => {
  steady = await testContext(NOW);
  const own = await openConfigured(steady.config, steady.log);
  afterFile(own.close);
  context = { ...steady, database: own.database };
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Two days of two meters, of which the first one is processed. */
async function plant(): Promise<Industry> {
  const industry = await works(steady, [
    unit('M1', 'FLOW_CATEGORY'),
    unit('M2', 'FLOW_CATEGORY'),
    virtual('BOTH', '{M1} + {M2}'),
  ]);
  await send(
    steady,
    industry,
    DAYS.flatMap((date) =>
      Array.from({ length: 24 }, (_, hour) => hour)
        .filter((hour) => hour !== 7)
        .flatMap((hour) => [
          { unitId: 'M1', createdOn: at(industry, date, hour + 0.5), value: 1000, summedValue: 1000 * hour },
          { unitId: 'M2', createdOn: at(industry, date, hour + 0.5), value: 500 },
        ]),
    ),
  );
  await processDays(steady, industry, '2026-03-01', '2026-03-01');
  return industry;
}

const by = { ...COMMAND, userId: 'U1' };

/** Acts in one transaction, before which nothing has happened and after which everything has. */
const WHOLE: Readonly<Record<string, (industry: Industry) => Promise<unknown>>> = {
  'a batch of readings, of which some are late, some corrections and one is refused': (industry) =>
    ingestReadings(
      { context, onStaleDays: async () => {} },
      industry,
      [
        [
          { row: { unitId: 'M1', createdOn: at(industry, '2026-03-01', 5.25), value: 9000 } },
          { row: { unitId: 'M2', createdOn: at(industry, '2026-03-01', 5.5), value: 700 } },
          { row: { unitId: 'M2', createdOn: '2026-03-03T00:02:00Z', value: 10 } },
          { row: { unitId: 'NOBODY', createdOn: '2026-03-03T00:02:00Z', value: 10 } },
        ],
      ],
      'http',
    ),
  'an edited reading': (industry) =>
    editReading(
      takingReadings(context, noQueue),
      { industry, unitId: 'M1', reason: 'a test', by },
      Date.parse(at(industry, '2026-03-01', 5.5)),
      { value: 4 },
    ),
  'estimates in a gap': (industry) =>
    estimateReadings(
      takingReadings(context, noQueue),
      { industry, unitId: 'M1', reason: 'a test', by },
      {
        fromEpochMs: Date.parse(at(industry, '2026-03-01', 6)),
        toEpochMs: Date.parse(at(industry, '2026-03-01', 10)),
      },
      false,
    ),
  'a rule that is made': (industry) =>
    addAlertRule(
      context,
      noQueue,
      industry,
      { title: 'Too much', severity: 'medium', alertType: 'unit_threshold', settings: { limit: 5 } },
      by,
    ),
};

/** Acts of several transactions. */
const IN_STEPS: Readonly<Record<string, (industry: Industry) => Promise<unknown>>> = {
  'a batch of days': (industry) => runDays(context, requestOf(industry, '2026-03-01', '2026-03-02')),
  'findings of an industry': (industry) => computeInsights(context, industry),
  'alerts of an industry': (industry) => evaluateIndustry(context, industry.industryId),
};

type Place = 'before' | 'after';

/** Cuts the connection at one statement; gives how many there were. */
async function cutAt(statement: number, place: Place, act: () => Promise<unknown>) {
  let count = 0;
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: never[]) {
    count += 1;
    const isCut = count === statement;
    const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection; // the driver's
    if (isCut && place === 'before') stream.destroy();
    const answer = Reflect.apply(original, this, given);
    if (isCut && place === 'after') stream.destroy();
    return answer;
  } as never);
  const error = await act().then(
    () => null,
    (reason: unknown) => reason,
  );
  spy.mockRestore();
  return { count, error };
}

const traces = (industry: Industry): Promise<Traces> =>
  tracesOf(steady.database, [], {
    industryKey: industry.industryKey,
    names: [[industry.industryId, 'INDUSTRY']],
    from: Date.parse(NOW),
  });

const PLACES: readonly Place[] = ['after', 'before'];

async function cases(act: (industry: Industry) => Promise<unknown>) {
  const undisturbed = await plant();
  const before = await traces(undisturbed);
  const { count, error } = await cutAt(0, 'before', () => act(undisturbed));
  expect(error).toBeNull();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return {
    before,
    after: await traces(undisturbed),
    cuts: valuesFor(numbers, 0).flatMap((n, turn) => valuesFor(PLACES, turn).map((place) => [n, place] as const)),
  };
}

describe.each(Object.entries(WHOLE))('%s', (_, act) => {
  it('is there as a whole or not at all when its connection is cut, and once when it is tried again', async () => {
    const { before, after, cuts } = await cases(act);
    expect(after).not.toEqual(before);
    for (const [n, place] of cuts) {
      const industry = await plant();
      const { error } = await cutAt(n, place, () => act(industry));
      const left = await traces(industry);
      expect.soft([before, after], `cut ${place} ${n}: ${String(error)}`).toContainEqual(left);
      if (error === null) expect.soft(left, `cut ${place} ${n} was not told`).toEqual(after);
      await act(industry);
      expect.soft(await traces(industry), `tried again after a cut ${place} ${n}`).toEqual(after);
    }
  });
});

describe.each(Object.entries(IN_STEPS))('%s', (_, act) => {
  it('comes to the same when its connection is cut and it is tried again', async () => {
    const { after, cuts } = await cases(act);
    for (const [n, place] of cuts) {
      const industry = await plant();
      await cutAt(n, place, () => act(industry));
      await act(industry);
      expect.soft(await traces(industry), `tried again after a cut ${place} ${n}`).toEqual(after);
    }
  });
});
