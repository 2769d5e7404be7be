import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/domain/document/types.ts';
import type { Industry } from '../../../src/domain/industry/industry.ts';
import { enqueueBacklog } from '../../../src/services/ledger/ask-for-rebuilds.ts';
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

/* A run works with the industry as it was when it began. Here a unit comes before it has ended. */

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

const twiceOf = async (industry: Industry) =>
  (await documents<DailyDocument>(context, industry, 'DAILY'))
    .filter(({ unitId }) => unitId === 'TWICE')
    .map(({ value }) => value);

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
