import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { noQueue } from '../../../src/platform/queue/client.ts';
import type { IngestResult } from '../../../src/readings/ingest.ts';
import { receiveReadings } from '../../../src/readings/receive-readings.ts';
import type { SentRow } from '../../../src/readings/sent-rows.ts';
import { readMessage } from '../../../src/readings/rules/sources/read-message.ts';
import { receiveMessages } from '../../../src/readings/sources/receive-message.ts';
import { receiveSparkplug, SparkplugNodes } from '../../../src/readings/sources/receive-sparkplug.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { takingReadings } from '../../support/intake.ts';
import { runs } from '../../support/property-runs.ts';
import { type Metric, session, START, tahuBytes } from '../rules/sparkplug/edge-node.ts';
import { ingest, latestOf, ledger, mintWorks, stored } from '../works.ts';
import { mintSource } from './support.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
});

type Message = Readonly<Record<string, unknown>>;

const parameter = (name: string) => ({ place: `$.${name}`, to: 'parameter', parameter: name, counted: null }) as const;
const FIELDS = [
  { place: '$.value', to: 'value', parameter: null, counted: null },
  { place: '$.summedValue', to: 'summedValue', parameter: null, counted: null },
  ...['ph', 'tds', 'voltage'].map(parameter),
] as const;

/** Works with a device of a source at the laboratory and one at the power meter. */
async function works() {
  const industry = await mintWorks(context);
  const source = await mintSource(context, industry, 'json', { L: 'LAB', P: 'POWER' }, { fields: FIELDS });
  const send = (messages: readonly Message[]): Promise<IngestResult> =>
    receiveMessages(
      context,
      industry,
      source,
      messages.map((message) => readMessage(source, message, null)),
      {
        send: (rows) => receiveReadings(takingReadings(context, noQueue), industry, [rows], 'mqtt'),
        limit: null,
      },
    );
  return { industry, send };
}

/** A figure of a device at an instant, which some message tells. */
interface Told {
  readonly meter: string;
  readonly at: string;
  readonly field: string;
  readonly figure: number;
}

const told: fc.Arbitrary<Told[]> = fc.uniqueArray(
  fc
    .record({
      of: fc.constantFrom(['L', 'ph'], ['L', 'tds'], ['P', 'value'], ['P', 'summedValue'], ['P', 'voltage']),
      at: fc.integer({ min: 0, max: 3 }).map((slot) => new Date(START + slot * 300_000).toISOString()),
      figure: fc.integer({ min: -1000, max: 1000 }),
    })
    .map(({ of: [meter = '', field = ''], at, figure }) => ({ meter, at, field, figure })),
  { selector: ({ meter, at, field }) => `${meter} ${at} ${field}`, minLength: 1, maxLength: 20 },
);

/** All figures, an order of them, how many are told by a message at most, and how many messages come together. */
const sendings = told.chain((all) =>
  fc.record({
    all: fc.constant(all),
    order: fc.shuffledSubarray(all, { minLength: all.length }),
    inMessage: fc.integer({ min: 1, max: 3 }),
    together: fc.integer({ min: 1, max: 8 }),
  }),
);

const pieces = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Messages of neighbours of one device and instant. */
const messagesOf = (order: readonly Told[], inMessage: number): Message[] =>
  pieces(order, inMessage).flatMap((piece) =>
    [...Map.groupBy(piece, ({ meter, at }) => `${meter} ${at}`).values()].map((some) => ({
      meter: some[0]?.meter,
      at: some[0]?.at,
      ...Object.fromEntries(some.map(({ field, figure }) => [field, figure])),
    })),
  );

/** The same figures as whole readings. */
const rowsOf = (all: readonly Told[]): Message[] =>
  [...Map.groupBy(all, ({ meter, at }) => `${meter} ${at}`).values()].map((some) => {
    const figures = some.map(({ field, figure }) => [field, figure] as const);
    const isParameter = ([field]: readonly [string, number]): boolean => !['value', 'summedValue'].includes(field);
    return {
      unitId: some[0]?.meter === 'L' ? 'LAB' : 'POWER',
      createdOn: some[0]?.at,
      ...Object.fromEntries(
        figures.filter((one) => !isParameter(one)).map(([field, figure]) => [field, figure * 1000]),
      ),
      paramValue: Object.fromEntries(figures.filter(isParameter)),
    };
  });

describe('figures of one instant that come in several messages', () => {
  it('leave the same tables as whole readings, in any order, and change nothing when they come again', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, async ({ all, order, inMessage, together }) => {
        const whole = await mintWorks(context);
        await ingest(context, whole, rowsOf(all));
        const { industry, send } = await works();
        const messages = pieces(messagesOf(order, inMessage), together);
        for (const some of messages) await send(some);
        expect(await stored(context, industry)).toEqual(await stored(context, whole));
        for (const some of messages.toReversed())
          expect(await send(some)).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
        expect(await stored(context, industry)).toEqual(await stored(context, whole));
      }),
      { numRuns: runs(20), endOnFailure: true },
    );
  });

  it('correct the figure that they tell again, and are no correction of the others', async () => {
    const { industry, send } = await works();
    const at = '2026-11-17T06:00:00Z';
    await send([{ meter: 'P', at, value: 5, summedValue: 100 }]);
    await context.database.execute('DELETE FROM telemetry.stale_day WHERE industry_key = $1', [industry.industryKey]);
    await send([{ meter: 'P', at, value: 5 }]);
    expect(await ledger(context, industry)).toEqual([]);
    await send([{ meter: 'P', at, value: 6 }]);
    expect((await stored(context, industry)).readings).toMatchObject([{ value: 6000, summed_value: 100_000 }]);
    expect(await ledger(context, industry)).toMatchObject([{ causes: ['correction'] }]);
  });

  it('replace an estimate as a whole, with its parameters', async () => {
    const { industry, send } = await works();
    const at = '2026-11-21T06:00:00Z';
    await ingest(context, industry, [
      { unitId: 'POWER', createdOn: at, value: 1, summedValue: 2, interpolated: true, paramValue: { voltage: 3 } },
    ]);
    await send([{ meter: 'P', at, summedValue: 7 }]);
    const { readings, samples } = await stored(context, industry);
    expect(readings).toMatchObject([{ value: null, summed_value: 7000, estimated: false }]);
    expect(samples).toEqual([]);
    expect(await latestOf(context, industry, 'POWER')).toMatchObject({ value: null, summed_value: 7000, params: null });
  });

  it.each([
    ['together', (rows: readonly Message[]) => [rows]],
    ['one after the other', (rows: readonly Message[]) => rows.map((row) => [row])],
  ])(
    'are one estimate where all are, and a measured one takes nothing of an estimate, sent %s',
    async (_, bodiesOf) => {
      const industry = await mintWorks(context);
      const send = async (...rows: Message[]): Promise<void> => {
        for (const body of bodiesOf(rows))
          await receiveReadings(
            takingReadings(context, noQueue),
            industry,
            [body.map((row) => ({ row, isPartial: true }))],
            'http',
          );
      };
      const [guessed, measured] = ['2026-11-21T06:00:00Z', '2026-11-21T06:05:00Z'].map((createdOn) => ({
        unitId: 'POWER',
        createdOn,
      }));
      const estimate = { ...guessed, interpolated: true };
      await send(
        { ...estimate, value: 5 },
        { ...estimate, summedValue: 100 },
        { ...estimate, paramValue: { voltage: 230 } },
      );
      await send(
        { ...measured, interpolated: true, value: 5, paramValue: { voltage: 230 } },
        { ...measured, summedValue: 7 },
      );
      const { readings, samples } = await stored(context, industry);
      expect(readings).toMatchObject([
        { value: 5, summed_value: 100, estimated: true },
        { value: null, summed_value: 7, estimated: false },
      ]);
      expect(samples.map(({ created_on, value }) => [new Date(created_on).toISOString(), value])).toEqual([
        ['2026-11-21T06:00:00.000Z', 230],
      ]);
    },
  );

  it('are replaced by a whole reading', async () => {
    const { industry, send } = await works();
    const at = '2026-11-21T06:00:00Z';
    await send([{ meter: 'P', at, value: 5, summedValue: 100, voltage: 230 }]);
    await ingest(context, industry, [{ unitId: 'POWER', createdOn: at, value: 5 }]);
    const { readings, samples } = await stored(context, industry);
    expect(readings).toMatchObject([{ value: 5, summed_value: null }]);
    expect(samples).toEqual([]);
  });
});

describe('a birth that tells each metric at the time of its last change', () => {
  it('takes nothing from the readings of these times', async () => {
    const industry = await mintWorks(context);
    const source = await mintSource(context, industry, 'sparkplug', undefined, {
      fields: [
        { place: '$.metrics.Interval', to: 'value', parameter: null, counted: null },
        { place: '$.metrics.Total', to: 'summedValue', parameter: null, counted: null },
      ],
    });
    const given = {
      nodes: new SparkplugNodes(),
      limit: null,
      onDeaths: () => {},
      send: (rows: readonly SentRow[]) => receiveReadings(takingReadings(context, noQueue), industry, [rows], 'mqtt'),
    };
    const figure = (name: string, value: number, minute: number): Metric => ({
      name,
      value,
      type: 'Double',
      timestamp: START + minute * 60_000,
    });
    let seq = -1;
    const tell = (path: string, metrics: Metric[]): Promise<void> => {
      seq = path.startsWith('NBIRTH') ? 0 : seq + 1;
      const payload = tahuBytes({ timestamp: START + 600_000, seq, metrics });
      return receiveSparkplug(context, industry, source, [{ topic: `spBv1.0/Works/${path}`, payload }], given);
    };
    await tell('NBIRTH/Edge 1', [session(0)]);
    await tell('DBIRTH/Edge 1/Meter 1', [figure('Interval', 5, 0), figure('Total', 100, 0)]);
    await tell('DDATA/Edge 1/Meter 1', [figure('Total', 105, 5)]);
    const before = await stored(context, industry);
    expect(before.readings.map(({ value, summed_value }) => [value, summed_value])).toEqual([
      [5000, 100_000],
      [null, 105_000],
    ]);
    await tell('NBIRTH/Edge 1', [session(0)]);
    await tell('DBIRTH/Edge 1/Meter 1', [figure('Interval', 5, 0), figure('Total', 105, 5)]);
    expect(await stored(context, industry)).toEqual(before);
  });
});
