import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/actor.ts';
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

describe('estimates among which their device sends a reading', () => {
  it('are laid anew in the same transaction, the day stays what the register counted, and undo removes the rest', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    expect(await dayValue(industry)).toBe(240);
    const { staleDates } = await send(context, industry, [rows[11]!]);
    expect(staleDates).toEqual([DAY]);
    // 1100 to 1128 less 8 in hour 10, 1128 to 1170 less 10 in hours 12 to 15.
    expect((await estimates(industry)).map((row) => row.summed_value)).toEqual([1120, 1136, 1144, 1152, 1160]);
    expect(await dayValue(industry)).toBe(240);
    const [listed] = await readReadingEdits(changing, industry, 'M', null, 1);
    expect(listed?.readings.map(({ after }) => after?.value)).toEqual([20, 10, 8, 8, 8, 8]);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 5, kept: 1 });
    expect(await estimates(industry)).toEqual([]);
    await send(context, industry, rows);
    expect(await dayValue(industry)).toBe(240);
  });

  it('stay as they are when it comes elsewhere, or says what is known', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    const before = await estimates(industry);
    await send(context, industry, [{ ...rows[20]!, value: 11 }, rows[9]!]);
    expect(await estimates(industry)).toEqual(before);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 6, kept: 0 });
  });

  it('go, and are not counted by undo, when nothing runs straight between their neighbours any more', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    await send(context, industry, [{ ...rows[12]!, summedValue: 5 }]);
    // 1100 to 5 falls; 5 to 1170 rises.
    expect(await estimates(industry)).toHaveLength(3);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 3, kept: 1 });
    expect(await estimates(industry)).toEqual([]);
  });

  it('lead to what it has estimated itself, which undo leaves', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    await send(context, industry, [{ ...rows[12]!, value: 15, summedValue: 1133, interpolated: true }]);
    // 1100 to 1133 less 15 in hours 10 and 11, 1133 to 1170 less 10 in hours 13 to 15.
    expect((await estimates(industry)).map((row) => row.summed_value)).toEqual([1109, 1118, 1133, 1142, 1151, 1160]);
    expect(await dayValue(industry)).toBe(240);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 5, kept: 1 });
    expect((await estimates(industry)).map((row) => row.summed_value)).toEqual([1133]);
  });

  it('are laid by what all have sent, where several send at once', async () => {
    const { industry, rows } = await filledMeter();
    await Promise.all([10, 13, 15, 11].map((hour) => send(context, industry, [rows[hour]!])));
    expect((await estimates(industry)).map((row) => row.summed_value)).toEqual([1136, 1152]);
    expect(await dayValue(industry)).toBe(240);
  });
});

describe('estimates beside a reading that a person edits or removes', () => {
  const registers = async (industry: Industry) => (await estimates(industry)).map((row) => row.summed_value);

  it('lead to what it is now, come back with it, and are all removed by undo', async () => {
    const { industry, changing, rows, editId } = await filledMeter();
    await send(context, industry, [rows[12]!]);
    const laid = await registers(industry);
    const instant = Date.parse(rows[12]!.createdOn);
    const edit = await editReading(changing, decision(industry), instant, { register: 1121, value: 1 });
    // 1100 to 1121 less 1 in hours 10 and 11, 1121 to 1170 less 10 in hours 13 to 15.
    expect(await registers(industry)).toEqual([1110, 1120, 1134, 1147, 1160]);
    expect(await dayValue(industry)).toBe(240);
    expect(await undone(changing, industry, edit.editId ?? '')).toMatchObject({ readings: 1, changedDates: [DAY] });
    expect(await registers(industry)).toEqual(laid);
    const removal = await removeReading(changing, decision(industry), instant);
    expect(await registers(industry)).toEqual([1110, 1120, 1140, 1150, 1160]);
    await undone(changing, industry, removal.editId ?? '');
    expect(await registers(industry)).toEqual(laid);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 5, kept: 1 });
    expect(await registers(industry)).toEqual([]);
  });
});

describe('an estimate that a person has edited, among readings that came since', () => {
  const edited = async () => {
    const meter = await filledMeter();
    const instant = Date.parse(meter.rows[13]!.createdOn);
    const { editId } = await editReading(meter.changing, decision(meter.industry), instant, {
      value: 9,
      register: 1139,
    });
    return { ...meter, instant, change: editId ?? '' };
  };

  it('comes back on the line between them when the edit is undone', async () => {
    const { industry, changing, rows, editId, change } = await edited();
    await send(context, industry, [rows[11]!, rows[15]!]);
    // 1128 to 1139 less 9 in hour 12, 1139 to 1160 less 8 in hour 14.
    expect((await estimates(industry)).slice(1).map((row) => row.summed_value)).toEqual([1130, 1139, 1152]);
    expect(await undone(changing, industry, change)).toMatchObject({ readings: 1, kept: 0, changedDates: [DAY] });
    // 1128 to 1160 less 8 in hours 12 to 14.
    expect((await estimates(industry)).slice(1).map((row) => row.summed_value)).toEqual([1136, 1144, 1152]);
    expect(await dayValue(industry)).toBe(240);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 4, kept: 2 });
    expect(await estimates(industry)).toEqual([]);
  });

  it('comes back as it was where none has come', async () => {
    const { industry, changing, editId, change } = await edited();
    await undone(changing, industry, change);
    expect((await estimates(industry)).map((row) => row.summed_value)).toEqual([1110, 1120, 1130, 1140, 1150, 1160]);
    expect(await undone(changing, industry, editId)).toMatchObject({ readings: 6, kept: 0 });
  });

  it('does not come back where nothing runs straight any more', async () => {
    const { industry, changing, rows, change } = await edited();
    await send(context, industry, [{ ...rows[14]!, summedValue: 5 }]);
    await undone(changing, industry, change);
    expect((await estimates(industry)).map((row) => row.summed_value)).not.toContain(1140);
  });
});
