import { statement, statementNames, type StatementValues } from '../../../src/platform/database/statements.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Querier } from '../../../src/platform/database/database.ts';
import { listChanges } from '../../../src/figures/changes/changes.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { rekeyReadings } from '../../../src/industries/clock/rekey.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, process, type Row, send, unit, virtual, works } from '../processing/works.ts';
import { Copy, exportedLines, shownChanges } from './copy.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-10T00:00:00Z');
});

const UNITS = [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY'), virtual('SUM', '{A} + {B}')];
const reading = (industry: Industry, unitId: string, date: string, value: number, hour = 5): Row => ({
  unitId,
  createdOn: at(industry, date, hour),
  value,
});

/** Readings of A and B on two days that were processed when they had ended. */
async function twoDays(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(context, industry, [
    reading(industry, 'A', '2026-03-01', 10),
    reading(industry, 'B', '2026-03-01', 1),
    reading(industry, 'A', '2026-03-02', 20),
  ]);
  await context.database.execute('DELETE FROM telemetry.stale_day WHERE industry_key = $1', [industry.industryKey]);
  await process(context, industry, '2026-03-01', '2026-03-02');
  return industry;
}

describe('the feed of changes', () => {
  it('has every document once: as it was written first, and after a correction at its end, with the value before and the cause', async () => {
    const industry = await twoDays();
    const copy = new Copy(context, industry);
    expect(shownChanges(await copy.follow())).toEqual([
      '2026-03-01 DAILY A: null -> 10 (batch)',
      '2026-03-02 DAILY A: null -> 20 (batch)',
      '2026-03-01 DAILY B: null -> 1 (batch)',
      '2026-03-02 DAILY B: null -> null (batch)',
      '2026-03-01 DAILY SUM: null -> 11 (batch)',
      '2026-03-02 DAILY SUM: null -> 20 (batch)',
      '2026-03-01 MONTHLY A: null -> 30 (batch)',
      '2026-03-01 MONTHLY B: null -> 1 (batch)',
      '2026-03-01 MONTHLY SUM: null -> 31 (batch)',
      '2026-01-01 YEARLY A: null -> 30 (batch)',
      '2026-01-01 YEARLY B: null -> 1 (batch)',
      '2026-01-01 YEARLY SUM: null -> 31 (batch)',
    ]);
    expect(await copy.follow()).toEqual([]);

    await send(context, industry, [reading(industry, 'B', '2026-03-02', 4)]);
    await process(context, industry, '2026-03-02', '2026-03-02');
    const late = [
      '2026-03-02 DAILY B: null -> 4 (late reading)',
      '2026-03-02 DAILY SUM: 20 -> 24 (late reading)',
      '2026-03-01 MONTHLY B: 1 -> 5 (late reading)',
      '2026-03-01 MONTHLY SUM: 31 -> 35 (late reading)',
      '2026-01-01 YEARLY B: 1 -> 5 (late reading)',
      '2026-01-01 YEARLY SUM: 31 -> 35 (late reading)',
    ];
    expect(shownChanges(await copy.follow())).toEqual(late);
    const fromNothing = new Copy(context, industry);
    const all = await fromNothing.follow();
    expect(shownChanges(all).slice(-6)).toEqual(late);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ changeNo }) => changeNo)).toEqual(all.map(({ changeNo }) => changeNo).sort((a, b) => a - b));
    expect(copy.lines()).toEqual(await exportedLines(context, industry));
    expect(fromNothing.lines()).toEqual(copy.lines());
  });

  it('stands still while runs change nothing: neither a dry run nor a run again, whoever asks', async () => {
    const industry = await twoDays();
    const copy = new Copy(context, industry);
    await copy.follow();
    const { since } = copy;
    await send(context, industry, [reading(industry, 'A', '2026-03-01', 99)]);
    await process(context, industry, '2026-03-01', '2026-03-02', { write: false });
    expect([await copy.follow(), copy.since]).toEqual([[], since]);
    await send(context, industry, [reading(industry, 'A', '2026-03-01', 10)]);
    for (const run of [{}, { updateOnlyVirtual: true }, { unitIds: new Set(['B']) }])
      await process(context, industry, '2026-03-01', '2026-03-02', run);
    expect([await copy.follow(), copy.since]).toEqual([[], since]);
  });

  it('has the same changes page by page, and of one period alone', async () => {
    const industry = await twoDays();
    const whole = shownChanges(await new Copy(context, industry).follow());
    for (const limit of [1, 5, 12, 13])
      expect(shownChanges(await new Copy(context, industry).follow(limit))).toEqual(whole);
    for (const period of ['daily', 'monthly', 'yearly'] as const) {
      const kind = period.toUpperCase() as 'DAILY' | 'MONTHLY' | 'YEARLY'; // the names of periods
      const copy = new Copy(context, industry, period);
      expect(shownChanges(await copy.follow(2))).toEqual(whole.filter((line) => line.includes(kind)));
      expect(copy.lines()).toEqual(await exportedLines(context, industry, [kind]));
    }
  });

  it('keeps the documents of a unit that is retired and of one that is back', async () => {
    const industry = await twoDays();
    const copy = new Copy(context, industry);
    await copy.follow();
    await works(context, [UNITS[0] ?? {}], { industryId: industry.industryId });
    expect(shownChanges(await copy.follow())).toEqual([]);
    expect(copy.lines()).toEqual(await exportedLines(context, industry));
    expect(copy.documents.size).toBe(12);
    await works(context, UNITS, { industryId: industry.industryId });
    expect(await copy.follow()).toEqual([]);
    expect(copy.lines()).toEqual(await exportedLines(context, industry));
    // The same bundle again changes nothing.
    await works(context, UNITS, { industryId: industry.industryId });
    expect(await copy.follow()).toEqual([]);
  });

  it('tells of documents that another clock has taken away, and of them again once their day has ended by it', async () => {
    const industry = await works(context, UNITS, { timezone: 'Asia/Kolkata' });
    // 18:30 UTC: the day has ended in Kolkata and goes on in Berlin.
    context.clock.set('2026-03-05T18:35:00Z');
    await send(context, industry, [reading(industry, 'A', '2026-03-05', 7)]);
    await process(context, industry, '2026-03-05', '2026-03-05');
    const copy = new Copy(context, industry);
    await copy.follow();
    expect(copy.documents.size).toBe(9);
    const west = await works(context, UNITS, { industryId: industry.industryId, timezone: 'Europe/Berlin' });
    await rekeyReadings(context, west, businessDate('2026-03-01'));
    expect(shownChanges(await copy.follow())).toContain('2026-03-05 DAILY A: 7 -> removed (clock change)');
    expect(copy.lines()).toEqual(await exportedLines(context, industry));
    expect([...copy.documents.keys()].filter((id) => id.endsWith('DAILY'))).toEqual([]);

    context.clock.set('2026-03-10T00:00:00Z');
    const again = await works(context, UNITS, { industryId: industry.industryId, timezone: 'Europe/Berlin' });
    await process(context, again, '2026-03-05', '2026-03-05');
    const changes = await copy.follow();
    expect(shownChanges(changes)).toContain('2026-03-05 DAILY A: null -> 7 (batch)');
    expect(copy.lines()).toEqual(await exportedLines(context, industry));
    // From nothing, the document that was removed and is back comes once.
    const fromNothing = await new Copy(context, industry).follow();
    expect(fromNothing.filter(({ id }) => id.endsWith('05-03-2026_A_DAILY')).length).toBe(1);
  });

  it('of an industry without documents is empty, and its position is good once there are some', async () => {
    const industry = await works(context, UNITS);
    const copy = new Copy(context, industry);
    expect(await copy.follow()).toEqual([]);
    await process(context, industry, '2026-03-01', '2026-03-01');
    expect((await copy.follow()).length).toBe(9);
  });
});

describe('whoever writes or removes documents', () => {
  const writing = statementNames()
    .map((name) => ({ name, text: statement(name).text }))
    .filter(({ text }) => /(?:INSERT INTO|UPDATE|DELETE FROM)\s+telemetry\.document\b/.test(text));

  it('numbers what it changes', () => {
    expect(writing.map(({ name }) => name).sort()).toEqual(['documents.write', 'rekey.forget_periods']);
    expect(writing.filter(({ text }) => !/telemetry\.newest_change\(\$\d+\)/.test(text))).toEqual([]);
  });

  it('holds the documents of the industry from before: runs, units that come and go, another clock', async () => {
    const seen = new Map<string, boolean>();
    const watched = (querier: Querier, state: { isHeld: boolean }): Querier => ({
      ...querier,
      many: async <R>(name: string, values?: StatementValues): Promise<R[]> => {
        if (writing.some((writer) => writer.name === name)) seen.set(name, state.isHeld && seen.get(name) !== false);
        const rows = await querier.many<R>(name, values);
        if (name === 'documents.lock_industry' || name === 'provisioning.lock_documents_and_clock') state.isHeld = true;
        return rows;
      },
    });
    const { database } = context;
    const watching = {
      ...context,
      database: {
        ...database,
        ...watched(database, { isHeld: false }),
        transaction: <T>(work: (querier: Querier) => Promise<T>): Promise<T> =>
          database.transaction((transaction) => work(watched(transaction, { isHeld: false }))),
      },
    };
    const industry = await twoDays();
    await send(watching, industry, [reading(industry, 'B', '2026-03-02', 4)]);
    await process(watching, industry, '2026-03-01', '2026-03-02');
    await works(watching, [UNITS[0] ?? {}], { industryId: industry.industryId });
    await rekeyReadings(
      watching,
      await works(watching, UNITS, { industryId: industry.industryId, timezone: 'Asia/Tokyo' }),
      businessDate('2026-03-01'),
    );
    expect([...seen].sort()).toEqual(writing.map(({ name }) => [name, true]).sort());
  });
});

describe('a position that is none', () => {
  const list = (industry: Industry, since: string, period: 'all' | 'daily' = 'all') =>
    listChanges(context, industry, { since, period, limit: 10 });
  const refusal = (since: string, what: string) => ({
    code: 1403,
    message: `Invalid 'since': '${since}' ${what}: allowed is \`next\` of an earlier answer to the same period, or nothing to begin anew`,
  });

  it('is refused with what is allowed: junk, another industry, another period, ahead of the newest change', async () => {
    const [industry, other] = [await twoDays(), await twoDays()];
    const copy = new Copy(context, industry);
    await copy.follow();
    const since = copy.since ?? '';
    for (const junk of ['0', '17', 'x', `${since}=`, `${since}A`, '%', 'MTowOmFsbDo', '../..'])
      await expect(list(industry, junk)).rejects.toMatchObject(refusal(junk, 'is not a position in this feed'));
    await expect(list(other, since)).rejects.toMatchObject(refusal(since, 'is not a position in this feed'));
    await expect(list(industry, since, 'daily')).rejects.toMatchObject(
      refusal(since, 'is a position in the feed with period=all, not daily'),
    );
    await context.database.execute('DELETE FROM telemetry.document WHERE industry_key = $1 AND change_no > 3', [
      industry.industryKey,
    ]);
    await expect(list(industry, since)).rejects.toMatchObject(
      refusal(since, 'is ahead of the newest change, as after the restore of a backup'),
    );
  });
});
