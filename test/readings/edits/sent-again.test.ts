import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import {
  editReading,
  estimateReadings,
  removeReading,
  undoReadingEdit,
} from '../../../src/readings/edits/reading-edits.ts';
import type { ChangeContext } from '../../../src/readings/intake.ts';
import { takingReadings } from '../../support/intake.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { readQuarantine, releaseRows } from '../../../src/readings/quarantine.ts';
import { holdPlacement } from '../../../src/platform/directory/store/placement.ts';
import { latestReadings } from '../../../src/readings/store/readings.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { ingest } from '../works.ts';
import { at, jobsByHand, type Row, send, unit, works } from '../../figures/processing/works.ts';

const DAY = '2026-03-02';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-05T12:00:00Z');
});

interface Works {
  readonly industry: Industry;
  readonly changing: ChangeContext;
  readonly rows: readonly Row[];
}

/** A meter that gains 10 an hour, read at every half hour of six hours. */
async function meter(): Promise<Works> {
  const industry = await works(context, [unit('M', 'FLOW_CATEGORY')]);
  const rows = [0, 1, 2, 3, 4, 5].map((hour) => reading(industry, hour, 10, 1000 + 10 * hour));
  await send(context, industry, rows);
  return { industry, changing: takingReadings(context, jobsByHand(context).queue), rows };
}

const reading = (industry: Industry, hour: number, value: number, summedValue: number): Row => ({
  unitId: 'M',
  createdOn: at(industry, DAY, hour + 0.5),
  value,
  summedValue,
});
const instantOf = (industry: Industry, hour: number): number => Date.parse(at(industry, DAY, hour + 0.5));
const decision = (industry: Industry) => ({
  industry,
  unitId: 'M',
  reason: 'Read off by hand',
  by: { ...COMMAND, userId: 'asha' },
});
const keyOf = (industry: Industry): number => industry.units.get('M')?.unitKey ?? 0;

async function newest(industry: Industry): Promise<readonly unknown[]> {
  const [latest] = await latestReadings(context.database, [keyOf(industry)]);
  return [latest?.createdOn.toISOString(), latest?.register];
}
const stored = (industry: Industry): Promise<{ summed_value: number; estimated: boolean }[]> =>
  context.database.execute(
    'SELECT summed_value, estimated FROM telemetry.reading WHERE unit_key = $1 ORDER BY created_on',
    [keyOf(industry)],
  );

describe('a reading that a person has decided about and that its device sends again', () => {
  it('stays edited as the newest reading of its unit', async () => {
    const { industry, changing, rows } = await meter();
    await editReading(changing, decision(industry), instantOf(industry, 5), { register: 1047 });
    expect(await send(context, industry, rows)).toMatchObject({ received: 6, inserted: 0, updated: 0, unchanged: 6 });
    expect(await newest(industry)).toEqual([at(industry, DAY, 5.5), 1047]);
  });

  it('stays removed as the newest reading of its unit', async () => {
    const { industry, changing, rows } = await meter();
    await removeReading(changing, decision(industry), instantOf(industry, 5));
    expect(await send(context, industry, rows)).toMatchObject({ received: 6, inserted: 0, updated: 0, unchanged: 6 });
    expect(await newest(industry)).toEqual([at(industry, DAY, 4.5), 1040]);
  });

  it('is not corrected by its device in one body either, and is counted as unchanged', async () => {
    const { industry, changing, rows } = await meter();
    await editReading(changing, decision(industry), instantOf(industry, 5), { register: 1047 });
    const sent = [rows[5]!, { ...rows[5]!, summedValue: 1051 }, reading(industry, 4, 11, 1041), rows[4]!];
    expect(await send(context, industry, sent)).toMatchObject({ received: 4, inserted: 0, updated: 1, unchanged: 3 });
    expect(await newest(industry)).toEqual([at(industry, DAY, 5.5), 1047]);
  });

  it('stays in quarantine when an operator releases it, who hears why', async () => {
    const { industry, changing, rows } = await meter();
    await editReading(changing, decision(industry), instantOf(industry, 5), { register: 1047 });
    const refused = [
      { ...rows[5]!, colour: 'red' },
      { ...reading(industry, 6, 10, 1060), colour: 'red' },
    ];
    await ingest(context, industry, refused);
    const ids = (await readQuarantine(context, industry.industryKey, 'held', 0, 10)).map(
      ({ quarantineId }) => quarantineId,
    );
    const answer = await releaseRows(
      takingReadings(context, noQueue),
      { industry, ids, by: COMMAND },
      { colour: null },
    );
    expect([...answer.released, ...answer.held.map(({ id }) => id)].sort()).toEqual(ids.toSorted());
    expect(answer.held).toMatchObject([{ reason: expect.stringContaining('take that back first') }]);
    expect(answer.released).toHaveLength(1);
    expect(await newest(industry)).toEqual([at(industry, DAY, 6.5), 1060]);
    expect(await readQuarantine(context, industry.industryKey, 'held', 0, 10)).toHaveLength(1);
  });

  it('hinders none that come with it', async () => {
    const { industry, changing, rows } = await meter();
    await removeReading(changing, decision(industry), instantOf(industry, 5));
    await editReading(changing, decision(industry), instantOf(industry, 2), { register: 1019 });
    const sent = [
      ...rows.slice(0, 3),
      { ...rows[3]!, summedValue: 1031 },
      ...rows.slice(4),
      reading(industry, 6, 10, 1060),
    ];
    expect(await send(context, industry, sent)).toMatchObject({ received: 7, inserted: 1, updated: 1, unchanged: 5 });
    expect((await stored(industry)).map((row) => row.summed_value)).toEqual([1000, 1010, 1019, 1031, 1040, 1060]);
    expect(await newest(industry)).toEqual([at(industry, DAY, 6.5), 1060]);
  });

  it('does not replace the estimate in its place, which a person has written after removing it', async () => {
    const { industry, changing, rows } = await meter();
    await removeReading(changing, decision(industry), instantOf(industry, 3));
    const span = { fromEpochMs: instantOf(industry, 0), toEpochMs: instantOf(industry, 5) };
    const { editId, readings } = await estimateReadings(changing, decision(industry), span, false);
    expect(readings).toBe(1);
    const estimated = [1000, 1010, 1020, 1030, 1040, 1050].map((register, hour) => ({
      summed_value: register,
      estimated: hour === 3,
    }));
    expect(await stored(industry)).toEqual(estimated);
    expect(await send(context, industry, [{ ...rows[3]!, summedValue: 9999 }])).toMatchObject({ unchanged: 1 });
    expect(await stored(industry)).toEqual(estimated);
    expect(await undoReadingEdit(changing, decision(industry), editId ?? '')).toMatchObject({ readings: 1, kept: 0 });
    expect(await send(context, industry, rows)).toMatchObject({ inserted: 0, unchanged: 6 });
    expect(await stored(industry)).toHaveLength(5);
  });
});

describe('a person who changes readings while readings are being stored', () => {
  it('waits for them, and finds what they have become', async () => {
    const { industry, changing, rows } = await meter();
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
    let hasCommitted = false;
    const storing = context.database.transaction(async (db) => {
      await holdPlacement(db, industry.industryKey);
      held();
      await db.many('readings.latest', { unitKeys: [keyOf(industry)] });
      // Whoever does not wait has the time of a hundred statements.
      for (let turn = 0; turn < 100; turn += 1) await db.many('readings.latest', { unitKeys: [keyOf(industry)] });
      hasCommitted = true;
    });
    await isHeld;
    await editReading(changing, decision(industry), instantOf(industry, 5), { register: 1047 });
    expect(hasCommitted).toBe(true);
    await storing;
    expect(await send(context, industry, rows)).toMatchObject({ unchanged: 6 });
  });
});
