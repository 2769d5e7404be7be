import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { enqueueBacklog } from '../../../src/ledger/ask-for-rebuilds.ts';
import { registerMeter } from '../../../src/industries/meters/meters.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  dates,
  documents,
  jobsByHand,
  process,
  processedOf,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from './works.ts';

/* A run works with the industry as it was when it began. Here a unit comes or changes before it has ended. */

const DAYS = dates('2026-03-02', '2026-03-04');
const A = unit('A', 'FLOW_CATEGORY');

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

async function sentWorks(): Promise<Industry> {
  const industry = await works(context, [A]);
  await send(
    context,
    industry,
    DAYS.map((date) => ({ unitId: 'A', createdOn: at(industry, date, 5), value: 10 })),
  );
  return industry;
}

/** What the sweep asks for later than five minutes after the run. */
async function rebuildLater({ industryId }: Industry): Promise<void> {
  const later = await testContext('2026-11-21T00:10:00Z');
  const byHand = jobsByHand(later);
  await enqueueBacklog(byHand.queue, { industryId, from: null });
  await byHand.work();
}

const valuesOf = async (industry: Industry, of: string) =>
  (await documents<DailyDocument>(context, industry, 'DAILY'))
    .filter(({ unitId }) => unitId === of)
    .map(({ value }) => value);
const twiceOf = (industry: Industry) => valuesOf(industry, 'TWICE');

describe('a virtual unit that comes while a run goes on', () => {
  it('has its documents in the end where the run processes its days for the first time', async () => {
    const before = await sentWorks();
    const now = await works(context, [A, virtual('TWICE', '{A} * 2')], { industryId: before.industryId });
    await process(context, before, DAYS[0] ?? '', DAYS.at(-1) ?? '');
    expect(await processedOf(context, now)).toEqual([]);
    await rebuildLater(now);
    expect(await twiceOf(now)).toEqual([20, 20, 20]);
    expect([await staleOf(context, now), await processedOf(context, now)]).toEqual([[], DAYS]);
  });

  it('keeps its marks where the run processes its days again, and has its documents after the next rebuild', async () => {
    const before = await sentWorks();
    await process(context, before, DAYS[0] ?? '', DAYS.at(-1) ?? '');
    const now = await works(context, [A, virtual('TWICE', '{A} * 2')], { industryId: before.industryId });
    await process(context, before, DAYS[0] ?? '', DAYS.at(-1) ?? '', { unitIds: new Set(['A']) });
    await process(context, before, DAYS[0] ?? '', DAYS.at(-1) ?? '');
    expect(await staleOf(context, now)).toEqual(DAYS.map((date) => `${date}: TWICE: configuration`));
    await rebuildLater(now);
    expect([await twiceOf(now), await staleOf(context, now)]).toEqual([[20, 20, 20], []]);
  });
});

describe('a unit that changes while a run goes on', () => {
  const [FIRST = '', , LAST = ''] = DAYS;
  /** Three times as much from a date on, declared once the run has read the industry. */
  const tripled = ({ industryId }: Industry, effectiveFrom: string) =>
    works(context, [unit('A', 'FLOW_CATEGORY', { flowFactor: 3, meta: { effectiveFrom } })], { industryId });

  it('keeps its marks, and has the figures of its new rule after the next rebuild', async () => {
    const before = await sentWorks();
    await process(context, before, FIRST, LAST);
    const now = await tripled(before, '02/03/2026');
    const marks = DAYS.map((date) => `${date}: A: configuration`);
    expect(await staleOf(context, now)).toEqual(marks);
    await process(context, before, FIRST, LAST, { unitIds: new Set(['A']) });
    await process(context, before, FIRST, LAST);
    expect(await staleOf(context, now)).toEqual(marks);
    await rebuildLater(now);
    expect([await valuesOf(now, 'A'), await staleOf(context, now)]).toEqual([[30, 30, 30], []]);
  });

  it('has the figures of its new rule where the run processes its days for the first time', async () => {
    const before = await sentWorks();
    const now = await tripled(before, '02/03/2026');
    await process(context, before, FIRST, LAST);
    expect(await processedOf(context, now)).toEqual([]);
    await rebuildLater(now);
    expect([await valuesOf(now, 'A'), await staleOf(context, now)]).toEqual([[30, 30, 30], []]);
    expect(await processedOf(context, now)).toEqual(DAYS);
  });

  it('leaves the days before its new rule to the run', async () => {
    const before = await sentWorks();
    const now = await tripled(before, '04/03/2026');
    await process(context, before, FIRST, LAST);
    expect(await processedOf(context, now)).toEqual(DAYS.slice(0, 2));
    await rebuildLater(now);
    expect([await valuesOf(now, 'A'), await processedOf(context, now)]).toEqual([[10, 10, 30], DAYS]);
  });

  it('holds up nothing where only its name is another', async () => {
    const before = await sentWorks();
    const now = await works(context, [{ ...A, displayName: 'Inlet' }], { industryId: before.industryId });
    await process(context, before, FIRST, LAST);
    expect([await processedOf(context, now), await staleOf(context, now)]).toEqual([DAYS, []]);
  });

  it('keeps the days of a meter that was exchanged meanwhile', async () => {
    const before = await sentWorks();
    await process(context, before, FIRST, LAST);
    await registerMeter(
      { ...context, queue: noQueue },
      {
        industry: before,
        unitId: 'A',
        by: COMMAND,
        meter: {
          installedAtEpochMs: Date.parse(at(before, LAST, 2)),
          serial: 'B',
          initialRegister: 0,
          finalRegisterOfOld: 0,
        },
        expected: null,
      },
    );
    const marks = await staleOf(context, before);
    expect(marks.join()).toContain(`${LAST}: A: meter exchange`);
    await process(context, before, FIRST, LAST);
    expect(await staleOf(context, before)).toEqual(marks);
    await rebuildLater(before);
    expect(await staleOf(context, before)).toEqual([]);
  });
});
