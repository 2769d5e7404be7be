import { beforeAll, describe, expect, it } from 'vitest';
import type { Querier } from '../../../src/platform/database/database.ts';
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
import { dayEdits } from '../../../src/figures/store/completeness.ts';
import { readWithdrawnEstimates } from '../../../src/readings/withdraw-estimates.ts';
import { takingReadings } from '../../support/intake.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, documents, jobsByHand, process, type Row, send, unit, works } from '../../figures/processing/works.ts';

const DAY = '2026-03-02';
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-05T12:00:00Z');
});

/** 10 an hour, but 20 in hour 10 and 8 in hours 11 to 15, all of which are missing at first; filled and processed. */
async function filledMeter() {
  const industry = await works(context, [unit('M', 'FLOW_CATEGORY')]);
  let summedValue = 1000;
  const rows = Array.from({ length: 24 }, (_, hour): Row => {
    const value = hour === 10 ? 20 : hour > 10 && hour < 16 ? 8 : 10;
    summedValue += value;
    return { unitId: 'M', createdOn: at(industry, DAY, hour + 0.5), value, summedValue };
  });
  await send(context, industry, [...rows.slice(0, 10), ...rows.slice(16)]);
  const jobs = jobsByHand(context);
  const changing = takingReadings(context, jobs.queue);
  const span = { fromEpochMs: Date.parse(at(industry, DAY, 0)), toEpochMs: Date.parse(at(industry, DAY, 24)) };
  const { editId, readings } = await estimateReadings(changing, decision(industry), span, false);
  expect(readings).toBe(6);
  await process(context, industry, DAY, DAY);
  return { industry, changing, rows, editId: editId ?? '' };
}
const decision = (industry: Industry) => ({ industry, unitId: 'M', reason: 'Gap', by: { ...COMMAND, userId: 'asha' } });
const estimates = (industry: Industry): Promise<{ summed_value: number }[]> =>
  context.database.execute(
    'SELECT summed_value FROM telemetry.reading WHERE unit_key = $1 AND estimated ORDER BY created_on',
    [industry.units.get('M')?.unitKey],
  );
async function dayValue(industry: Industry): Promise<unknown> {
  await process(context, industry, DAY, DAY);
  return (await documents(context, industry, 'DAILY'))[0]?.value;
}
const undone = (changing: ChangeContext, industry: Industry, editId: string) =>
  undoReadingEdit(changing, decision(industry), editId);

const registers = async (industry: Industry) => (await estimates(industry)).map((row) => row.summed_value);
const openOf = (changing: ChangeContext, industry: Industry) => readWithdrawnEstimates(changing, industry, 'M');
const allDay = (industry: Industry) => ({
  fromEpochMs: Date.parse(at(industry, DAY, 0)),
  toEpochMs: Date.parse(at(industry, DAY, 24)),
});

describe('estimates among which their device sends a reading', () => {
  // 1100 in hour 9 and 1170 in hour 16, 10 an hour: 1110 to 1160. The late 1128 of hour 11 is not the 1120 of the line.
  it('are withdrawn in the same transaction: their slots are missing, and the act says why and whose they were', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    expect(await dayValue(industry)).toBe(240);
    const { staleDates } = await send(context, industry, [rows[11]!]);
    expect(staleDates).toEqual([DAY]);
    expect(await estimates(industry)).toEqual([]);
    // 19 hours that came: 18 of 10 and one of 8. Five hours are missing, which is not 0.
    expect(await dayValue(industry)).toBe(188);
    const withdrawn = {
      cause: 'reading',
      besideEpochMs: Date.parse(rows[11]!.createdOn),
      readings: 5,
      firstOnEpochMs: Date.parse(rows[10]!.createdOn),
      lastOnEpochMs: Date.parse(rows[15]!.createdOn),
    };
    const [listed] = await readReadingEdits(changing, industry, 'M', null, 1);
    expect(listed).toMatchObject({ editId, madeBy: 'asha', withdrawn });
    expect(await openOf(changing, industry)).toMatchObject([{ editId, madeBy: 'asha', reason: 'Gap', withdrawn }]);
    // The page of the day counts estimates that stand: the sixth, in whose place a reading came.
    const ofDay = { startEpochMs: Date.parse(at(industry, DAY, 0)), endEpochMs: Date.parse(at(industry, DAY, 24)) };
    const unitKey = industry.units.get('M')?.unitKey ?? 0;
    const acts = await dayEdits(context.database, { industryKey: industry.industryKey, unitKey }, ofDay, 10);
    expect(acts).toMatchObject([{ kind: 'estimate', readings: 1 }]);
    // What was withdrawn is not there to be taken back. The reading in the place of the sixth stays.
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 0, kept: 1 });
    expect(await openOf(changing, industry)).toEqual([]);
  });

  it('are laid again from the readings of now, the day is what the register counted, and undo removes them', async () => {
    const { industry, changing, rows } = await filledMeter();
    await send(context, industry, [rows[11]!]);
    const again = await estimateReadings(changing, decision(industry), allDay(industry), false);
    expect(again.readings).toBe(5);
    // 1100 to 1128 less 8 in hour 10, 1128 to 1170 less 10 in hours 12 to 15.
    expect(await registers(industry)).toEqual([1120, 1136, 1144, 1152, 1160]);
    expect(await dayValue(industry)).toBe(240);
    expect(await openOf(changing, industry)).toEqual([]);
    expect(await undone(changing, industry, again.editId ?? '')).toMatchObject({ readings: 5, kept: 0 });
    expect(await estimates(industry)).toEqual([]);
    // Their gap has neither readings nor estimates, so it is open again.
    expect(await openOf(changing, industry)).toMatchObject([{ withdrawn: { readings: 5 } }]);
  });

  it('leave nothing open once all of the gap has come', async () => {
    const { industry, changing, rows } = await filledMeter();
    await send(context, industry, [rows[11]!]);
    await send(context, industry, rows);
    expect(await dayValue(industry)).toBe(240);
    expect(await openOf(changing, industry)).toEqual([]);
  });

  it('stand where it lies on their line, comes elsewhere, or says what is known', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    const before = await registers(industry);
    await send(context, industry, [{ ...rows[20]!, value: 11 }, rows[9]!]);
    expect(await registers(industry)).toEqual(before);
    await send(context, industry, [{ ...rows[12]!, value: 10, summedValue: 1130 }]);
    expect(await registers(industry)).toEqual(before.filter((register) => register !== 1130));
    expect(await openOf(changing, industry)).toEqual([]);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 5, kept: 1 });
  });

  it('go beside what it has estimated itself, which undo leaves', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    await send(context, industry, [{ ...rows[12]!, value: 15, summedValue: 1133, interpolated: true }]);
    expect(await registers(industry)).toEqual([1133]);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 0, kept: 1 });
    expect(await registers(industry)).toEqual([1133]);
  });

  it('are withdrawn by what all have sent, where several send at once', async () => {
    const { industry, changing, rows } = await filledMeter();
    await Promise.all([10, 13, 15, 11].map((hour) => send(context, industry, [rows[hour]!])));
    expect(await estimates(industry)).toEqual([]);
    expect(await openOf(changing, industry)).toMatchObject([{ withdrawn: { cause: 'reading' } }]);
    await estimateReadings(changing, decision(industry), allDay(industry), false);
    expect(await registers(industry)).toEqual([1136, 1152]);
    expect(await dayValue(industry)).toBe(240);
  });
});

describe('estimates beside a reading that a person edits or removes', () => {
  it('are withdrawn when they no longer fit it, and undo brings the reading back alone', async () => {
    const { industry, changing, rows } = await filledMeter();
    const instant = Date.parse(rows[9]!.createdOn);
    const edit = await editReading(changing, decision(industry), instant, { register: 1101 });
    expect(edit.changedDates).toEqual([DAY]);
    expect(await estimates(industry)).toEqual([]);
    expect(await openOf(changing, industry)).toMatchObject([
      { withdrawn: { cause: 'edit', besideEpochMs: instant, readings: 6 } },
    ]);
    expect(await undone(changing, industry, edit.editId ?? '')).toMatchObject({ readings: 1, changedDates: [DAY] });
    expect(await estimates(industry)).toEqual([]);
    await estimateReadings(changing, decision(industry), allDay(industry), false);
    expect(await registers(industry)).toEqual([1110, 1120, 1130, 1140, 1150, 1160]);
    await send(context, industry, [rows[11]!]);
    await estimateReadings(changing, decision(industry), allDay(industry), false);
    expect(await registers(industry)).toEqual([1120, 1136, 1144, 1152, 1160]);
    // Without the 1128 of hour 11 the line rises by 10 an hour once more.
    await removeReading(changing, decision(industry), Date.parse(rows[11]!.createdOn));
    expect(await estimates(industry)).toEqual([]);
    expect(await openOf(changing, industry)).toMatchObject([{ withdrawn: { cause: 'delete', readings: 5 } }]);
  });
});

describe('an estimate that a person has edited, among readings that came since', () => {
  const edited = async (register: number) => {
    const meter = await filledMeter();
    const instant = Date.parse(meter.rows[13]!.createdOn);
    const { editId } = await editReading(meter.changing, decision(meter.industry), instant, { register });
    return { ...meter, instant, change: editId ?? '' };
  };

  it('comes back as it was where none has come', async () => {
    const { industry, changing, editId, change } = await edited(1139);
    expect(await registers(industry)).toEqual([1139]);
    await undone(changing, industry, change);
    expect(await registers(industry)).toEqual([1140]);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 1, kept: 0 });
    expect(await estimates(industry)).toEqual([]);
  });

  it('does not come back where it no longer fits what came', async () => {
    const { industry, changing, rows, change } = await edited(1139);
    await send(context, industry, [rows[11]!, rows[15]!]);
    // 1128 to 1160 less 8 in hours 12 to 14: 1144 in hour 13, not 1140.
    await undone(changing, industry, change);
    expect(await estimates(industry)).toEqual([]);
    expect(await openOf(changing, industry)).toMatchObject([{ withdrawn: { cause: 'undo', readings: 6 } }]);
  });
});

/** A context that counts what its transactions ask of the database. */
function countingStatements({ database, ...rest }: TestContext) {
  let asked = 0;
  const counted = (db: Querier): Querier =>
    new Proxy(db, {
      get: (target, name) => {
        asked += 1;
        const found: unknown = Reflect.get(target, name);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
  const counting = new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction')
        return (work: (db: Querier) => Promise<unknown>) => target.transaction((db) => work(counted(db)));
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { context: { ...rest, database: counting }, asked: () => asked };
}

it('a late batch of thousands asks no more of the database than one of hundreds', async () => {
  const statements = async (count: number): Promise<number> => {
    const { industry, rows } = await filledMeter();
    const counting = countingStatements(context);
    const from = Date.parse(rows[10]!.createdOn);
    const late = Array.from({ length: count }, (_, second) => ({
      unitId: 'M',
      createdOn: new Date(from + second * 1000).toISOString(),
      value: 0.001,
      summedValue: 1101 + second / 1000,
    }));
    await send(counting.context, industry, late);
    expect(await estimates(industry)).toEqual([]);
    return counting.asked();
  };
  const few = await statements(600);
  expect(few).toBeGreaterThan(5);
  expect(await statements(6000)).toBe(few);
});
