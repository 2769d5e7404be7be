import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import {
  editReading,
  estimateReadings,
  readReadingEdits,
  removeReading,
  undoReadingEdit,
} from '../../../src/readings/edits/reading-edits.ts';
import type { ChangeContext } from '../../../src/readings/intake.ts';
import { takingReadings } from '../../support/intake.ts';
import { latestReadings } from '../../../src/readings/store/readings.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  at,
  documents,
  exported,
  jobsByHand,
  process,
  requireIndustry,
  type Row,
  send,
  staleOf,
  unit,
  works,
} from '../../figures/processing/works.ts';

const DAY = '2026-03-02';
/** Units of the works send once an hour. */
const SLOT_MS = 3_600_000;
const by = { ...COMMAND, userId: 'asha' };

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-05T12:00:00Z');
});

interface Works {
  readonly industry: Industry;
  readonly changing: ChangeContext;
  readonly jobs: ReturnType<typeof jobsByHand>;
  readonly rows: readonly Row[];
}

/** A meter that gains 10 an hour, read at every half hour but in the hours left out, processed. */
async function meter(missingHours: readonly number[] = []): Promise<Works> {
  const industry = await works(context, [unit('M', 'FLOW_CATEGORY'), unit('OTHER', 'FLOW_CATEGORY')]);
  const rows = Array.from({ length: 24 }, (_, hour) => hour)
    .filter((hour) => !missingHours.includes(hour))
    .map((hour) => ({
      unitId: 'M',
      createdOn: at(industry, DAY, hour + 0.5),
      value: 10,
      summedValue: 1000 + 10 * hour,
    }));
  await send(context, industry, rows);
  await process(context, industry, DAY, DAY);
  const jobs = jobsByHand(context);
  return { industry, changing: takingReadings(context, jobs.queue), jobs, rows };
}
const instantOf = (industry: Industry, hour: number): number => Date.parse(at(industry, DAY, hour + 0.5));
const dayValue = async (industry: Industry): Promise<unknown> =>
  (await documents(context, industry, 'DAILY')).find(({ unitId }) => unitId === 'M')?.value;
/** Readings of a year that no other test of the database compresses or counts. */
const OLD = '2012-03-02';
const decision = (industry: Industry, unitId = 'M') => ({ industry, unitId, reason: 'Read off by hand', by });

describe('an edit of a reading', () => {
  it('changes the figures of its closed day, and is kept when the device sends its own once more', async () => {
    const { industry, changing, jobs, rows } = await meter();
    const { editId, changedDates } = await editReading(changing, decision(industry), instantOf(industry, 23), {
      value: 70,
    });
    expect(changedDates).toEqual([DAY]);
    expect(await staleOf(context, industry)).toEqual([`${DAY}: M: correction`]);
    await jobs.work();
    // 24 hours of 10, the last of which is 70 now.
    expect(await dayValue(industry)).toBe(300);
    expect(await send(context, industry, rows)).toMatchObject({ inserted: 0, updated: 0, unchanged: 24 });
    expect(await staleOf(context, industry)).toEqual([]);
    await undoReadingEdit(changing, decision(industry), editId ?? '');
    await jobs.work();
    expect(await dayValue(industry)).toBe(240);
    // From now on the device decides again.
    expect(await send(context, industry, [{ ...rows[23]!, summedValue: 1240 }])).toMatchObject({ updated: 1 });
  });

  it('is not found where there is no reading, and says what no reading can have', async () => {
    const { industry, changing } = await meter();
    await expect(
      editReading(changing, decision(industry), instantOf(industry, 5) + 1000, { value: 1 }),
    ).rejects.toMatchObject({
      code: 404,
    });
    await expect(
      editReading(changing, decision(industry, 'X'), instantOf(industry, 5), { value: 1 }),
    ).rejects.toMatchObject({
      code: 404,
    });
    await expect(
      editReading(changing, decision(industry), instantOf(industry, 5), { value: null, register: null }),
    ).rejects.toMatchObject({ code: 1430 });
    expect(await readReadingEdits(changing, industry, null, null, 10)).toEqual([]);
    expect(await staleOf(context, industry)).toEqual([]);
  });

  it('over another is undone first; then the first one decides again', async () => {
    const { industry, changing, jobs, rows } = await meter();
    const first = await editReading(changing, decision(industry), instantOf(industry, 23), { value: 70 });
    const second = await editReading(changing, decision(industry), instantOf(industry, 23), { value: 90 });
    await expect(undoReadingEdit(changing, decision(industry), first.editId ?? '')).rejects.toMatchObject({
      code: 400,
      message: `A later edit has replaced this one: undo ${second.editId} first`,
    });
    await undoReadingEdit(changing, decision(industry), second.editId ?? '');
    await expect(undoReadingEdit(changing, decision(industry), second.editId ?? '')).rejects.toMatchObject({
      code: 400,
    });
    await send(context, industry, rows);
    await jobs.work();
    expect(await dayValue(industry)).toBe(300);
    const listed = await readReadingEdits(changing, industry, 'M', null, 10);
    expect(listed.map(({ editId, undoneBy }) => [editId, undoneBy])).toEqual([
      [second.editId, 'asha'],
      [first.editId, null],
    ]);
  });
});

it('edits of a unit that was retired since are listed by its id, as they are among those of all units', async () => {
  const { industry, changing } = await meter();
  const { editId } = await editReading(changing, decision(industry), instantOf(industry, 23), { value: 70 });
  await context.database.execute(
    "UPDATE tenant.unit SET removed_at = '2026-03-05' WHERE unit_id = 'M' AND industry_key = $1",
    [industry.industryKey],
  );
  const now = await requireIndustry(context, industry.industryId);
  for (const unitId of [null, 'M'])
    expect(await readReadingEdits(changing, now, unitId, null, 10)).toMatchObject([{ editId, unitId: 'M' }]);
});

describe('a reading that is removed', () => {
  it('is gone from the figures, stays away when it is sent again, and comes back as it was', async () => {
    const { industry, changing, jobs, rows } = await meter();
    const before = await exported(context, industry);
    const { editId } = await removeReading(changing, decision(industry), instantOf(industry, 23));
    await jobs.work();
    expect(await dayValue(industry)).toBe(230);
    const [stored] = await latestReadings(context.database, [industry.units.get('M')?.unitKey ?? 0]);
    expect(stored?.createdOn.toISOString()).toBe(at(industry, DAY, 22.5));
    expect(await send(context, industry, rows)).toMatchObject({ inserted: 0, updated: 0 });
    await jobs.work();
    expect(await dayValue(industry)).toBe(230);
    await undoReadingEdit(changing, decision(industry), editId ?? '');
    await jobs.work();
    expect(await exported(context, industry)).toBe(before);
  });

  it('and was the only one of its unit leaves a unit that has never sent any', async () => {
    const { industry, changing } = await meter();
    await send(context, industry, [{ unitId: 'OTHER', createdOn: at(industry, DAY, 3), value: 1 }]);
    await removeReading(changing, decision(industry, 'OTHER'), Date.parse(at(industry, DAY, 3)));
    expect(await latestReadings(context.database, [industry.units.get('OTHER')?.unitKey ?? 0])).toEqual([]);
  });
});

describe('gaps that are filled', () => {
  it('are marked estimates on the line between registers, and the day has what was missing', async () => {
    const { industry, changing, jobs } = await meter([10, 11, 12]);
    const before = await dayValue(industry);
    const span = { fromEpochMs: Date.parse(at(industry, DAY, 0)), toEpochMs: Date.parse(at(industry, DAY, 24)) };
    expect(await estimateReadings(changing, decision(industry), span, true)).toMatchObject({
      editId: null,
      readings: 3,
    });
    const { editId, readings } = await estimateReadings(changing, decision(industry), span, false);
    expect(readings).toBe(3);
    await jobs.work();
    const rows = await context.database.execute<{ summed_value: number; value: number }>(
      'SELECT summed_value, value FROM telemetry.reading WHERE unit_key = $1 AND estimated ORDER BY created_on',
      [industry.units.get('M')?.unitKey],
    );
    expect(rows).toEqual([
      { summed_value: 1100, value: 10 },
      { summed_value: 1110, value: 10 },
      { summed_value: 1120, value: 10 },
    ]);
    // Three hours of 10 belonged to no hour before.
    expect([before, await dayValue(industry)]).toEqual([210, 240]);
    const again = await estimateReadings(changing, decision(industry), span, false);
    expect(again).toMatchObject({ editId: null, readings: 0, skipped: [] });
    // What the device sends later replaces an estimate, and undo leaves it alone. 1120 no longer fits 1112, 1100 does.
    await send(context, industry, [{ unitId: 'M', createdOn: at(industry, DAY, 11.5), value: 12, summedValue: 1112 }]);
    expect(await undoReadingEdit(changing, decision(industry), editId ?? '')).toMatchObject({ readings: 1, kept: 1 });
  });

  it('are left open where the register fell', async () => {
    const { industry, changing } = await meter([10, 11, 12]);
    await editReading(changing, decision(industry), instantOf(industry, 13), { register: 5 });
    const span = { fromEpochMs: Date.parse(at(industry, DAY, 0)), toEpochMs: Date.parse(at(industry, DAY, 24)) };
    expect(await estimateReadings(changing, decision(industry), span, false)).toMatchObject({
      readings: 0,
      skipped: [{ why: 'the register fell in it' }],
    });
  });
});

describe('edits', () => {
  it('are listed with the number of their readings and the first ten, so that a page never fills memory', async () => {
    const { industry, changing } = await meter(Array.from({ length: 20 }, (_, hour) => hour + 2));
    const span = { fromEpochMs: Date.parse(at(industry, DAY, 0)), toEpochMs: Date.parse(at(industry, DAY, 24)) };
    await estimateReadings(changing, decision(industry), span, false);
    const [listed] = await readReadingEdits(changing, industry, null, null, 10);
    expect([listed?.readingCount, listed?.readings.length, listed?.readings[0]?.createdOn]).toEqual([
      20,
      10,
      at(industry, DAY, 2.5),
    ]);
  });

  it('of more than 50,000 slots are refused before anything is looked at', async () => {
    const { industry, changing } = await meter();
    const fromEpochMs = Date.parse(at(industry, DAY, 0));
    const span = (slots: number) => ({ fromEpochMs, toEpochMs: fromEpochMs + slots * SLOT_MS });
    await expect(estimateReadings(changing, decision(industry), span(50_001), true)).rejects.toMatchObject({
      code: 400,
      details: [{ field: 'to' }],
    });
    await expect(estimateReadings(changing, decision(industry), span(50_000), true)).resolves.toMatchObject({
      readings: 0,
    });
  });

  it('of another industry do not exist', async () => {
    const mine = await meter();
    const theirs = await meter();
    const { editId } = await editReading(mine.changing, decision(mine.industry), instantOf(mine.industry, 3), {
      value: 11,
    });
    await expect(undoReadingEdit(theirs.changing, decision(theirs.industry), editId ?? '')).rejects.toMatchObject({
      code: 404,
    });
    expect(await readReadingEdits(theirs.changing, theirs.industry, null, null, 10)).toEqual([]);
  });

  it('that are undone, the last first, leave nothing behind', async () => {
    const { industry, changing, jobs } = await meter([4, 5]);
    const before = await exported(context, industry);
    const span = { fromEpochMs: Date.parse(at(industry, DAY, 0)), toEpochMs: Date.parse(at(industry, DAY, 24)) };
    const done = [
      await editReading(changing, decision(industry), instantOf(industry, 7), { register: 1075 }),
      await estimateReadings(changing, decision(industry), span, false),
      await removeReading(changing, decision(industry), instantOf(industry, 7)),
      await editReading(changing, decision(industry), instantOf(industry, 23), { register: 1500, value: 280 }),
      await removeReading(changing, decision(industry), instantOf(industry, 23)),
    ];
    await jobs.work();
    expect(await exported(context, industry)).not.toBe(before);
    for (const { editId } of done.toReversed()) await undoReadingEdit(changing, decision(industry), editId ?? '');
    await jobs.work();
    expect(await exported(context, industry)).toBe(before);
  });

  it.each(['edit', 'delete'])('leave no estimate behind that was undone before the %s over it', async (kind) => {
    const { industry, changing, jobs } = await meter([4, 5]);
    const before = await exported(context, industry);
    const span = { fromEpochMs: Date.parse(at(industry, DAY, 0)), toEpochMs: Date.parse(at(industry, DAY, 24)) };
    const undone = await estimateReadings(changing, decision(industry), span, false);
    const over =
      kind === 'edit'
        ? await editReading(changing, decision(industry), instantOf(industry, 4), { offlineMinutes: 60 })
        : await removeReading(changing, decision(industry), instantOf(industry, 4));
    expect(await undoReadingEdit(changing, decision(industry), undone.editId ?? '')).toMatchObject({
      readings: 1,
      kept: 1,
    });
    await undoReadingEdit(changing, decision(industry), over.editId ?? '');
    await jobs.work();
    expect(await exported(context, industry)).toBe(before);
  });

  it('bring an estimate back that stands', async () => {
    const { industry, changing } = await meter([4, 5]);
    const span = { fromEpochMs: Date.parse(at(industry, DAY, 0)), toEpochMs: Date.parse(at(industry, DAY, 24)) };
    const standing = await estimateReadings(changing, decision(industry), span, false);
    const { editId } = await editReading(changing, decision(industry), instantOf(industry, 4), { offlineMinutes: 60 });
    await undoReadingEdit(changing, decision(industry), editId ?? '');
    expect(await undoReadingEdit(changing, decision(industry), standing.editId ?? '')).toMatchObject({
      readings: 2,
      kept: 0,
    });
  });

  it('of one reading by two people at once follow each other', async () => {
    const { industry, changing } = await meter();
    await Promise.all(
      [1301, 1302, 1303].map((register) =>
        editReading(changing, decision(industry), instantOf(industry, 23), { register }),
      ),
    );
    const listed = await readReadingEdits(changing, industry, 'M', null, 10);
    // Each has found what the one before it left.
    const [third, second, first] = listed.map(({ readings }) => readings[0]);
    expect([first?.before?.register, second?.before, third?.before]).toEqual([1230, first?.after, second?.after]);
  });
});

it('a reading in a compressed chunk is removed like any other, and comes back', async () => {
  const industry = await works(context, [unit('M', 'FLOW_CATEGORY')]);
  const [kept, gone] = [at(industry, OLD, 1), at(industry, OLD, 2)];
  await send(
    context,
    industry,
    [kept, gone].map((createdOn) => ({ unitId: 'M', createdOn, value: 10 })),
  );
  const compressed = await context.database.execute(
    "SELECT compress_chunk(c) FROM show_chunks('telemetry.reading', older_than => timestamp '2012-07-01', newer_than => timestamp '2012-01-01') AS c",
  );
  expect(compressed.length).toBeGreaterThan(0);
  const changing = takingReadings(context, jobsByHand(context).queue);
  const left = async (): Promise<number> => {
    const unitKey = industry.units.get('M')?.unitKey;
    return (await context.database.execute('SELECT FROM telemetry.reading WHERE unit_key = $1', [unitKey])).length;
  };
  const { editId } = await removeReading(changing, decision(industry), Date.parse(gone));
  expect(await left()).toBe(1);
  await undoReadingEdit(changing, decision(industry), editId ?? '');
  expect(await left()).toBe(2);
});
