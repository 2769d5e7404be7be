import { beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readCalendarSpans } from '../../src/figures/read-calendar-days.ts';
import { readDays } from '../../src/figures/read-days.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { process, type Row, send, unit, virtual, works } from './processing/works.ts';

/*
 * A meter that sends values, registers or both, around the midnight at which the 10th of June begins. Midnight cuts a
 * business hour in two: the 18th of a day that begins at 06:30, the first one of a day that begins at 23:30.
 */
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-12T12:00:00Z');
});

type Sent = readonly [time: string, reading: Pick<Row, 'value' | 'summedValue'>];

/** What each day tells, by midnights, and all business days together: [figure, what passed unheard]. */
async function told(shiftStartAt: string, sent: readonly Sent[]) {
  const industry = await works(
    context,
    [unit('A', 'FLOW_CATEGORY', { dataUpdateFrequency: 900 }), virtual('TWICE', '{A} * 2')],
    { shiftStartAt, daysOffset: 0 },
  );
  const rows = sent.map(([time, reading]): Row => ({ unitId: 'A', createdOn: `2026-06-${time}:00Z`, ...reading }));
  await send(context, industry, rows);
  await process(context, industry, '2026-06-07', '2026-06-12');
  const days: Record<string, unknown> = {};
  for (const date of ['2026-06-09', '2026-06-10']) {
    const span = { from: businessDate(date), to: businessDate(date), bucket: 'day' as const };
    const spans = await readCalendarSpans(context, industry, ['A', 'TWICE'], span);
    for (const unitId of ['A', 'TWICE']) {
      const entry = spans.get(unitId)?.entries[0];
      days[`${date.slice(-2)} ${unitId}`] = [entry?.y, entry?.unheard?.value ?? 0];
    }
  }
  const dates = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11'].map(businessDate);
  const documents = await readDays(context, { industry, unitIds: new Set(['A']), dates, withEntries: true });
  const ofMeter = [...documents.values()].flatMap((ofDay) => ofDay.get('A') ?? []);
  const together = ofMeter.reduce((sum, { value, meta }) => sum + Number(value) + (meta.unheard?.value ?? 0), 0);
  return { ...days, together };
}

describe.each(['06:30:00', '23:30:00', '05:45:00'])('an hour that midnight cuts, of days that begin at %s', (shift) => {
  it('has what passed while the meter was silent in the part in which its register is heard again', async () => {
    // 100 | 10 of values alone, midnight | 130 with value 5: 25 passed before, of which 10 were counted by values.
    const sent: Sent[] = [
      ['09T21:00', { value: 0, summedValue: 100 }],
      ['09T23:50', { value: 10 }],
      ['10T00:10', { value: 5, summedValue: 130 }],
    ];
    expect(await told(shift, sent)).toEqual({
      '09 A': [10, 0],
      '10 A': [5, 15],
      '09 TWICE': [20, 0],
      '10 TWICE': [10, 30],
      together: 30,
    });
  });

  it('tells values behind its last register once, in the step of the next register', async () => {
    // 100 | 120 with value 5, midnight | 10 of values alone | 140 with value 4: 16 passed between the registers.
    const sent: Sent[] = [
      ['09T21:00', { value: 0, summedValue: 100 }],
      ['09T23:50', { value: 5, summedValue: 120 }],
      ['10T00:10', { value: 10 }],
      ['10T02:00', { value: 4, summedValue: 140 }],
    ];
    expect(await told(shift, sent)).toMatchObject({ '09 A': [5, 15], '10 A': [4, 16], together: 40 });
  });

  it('has the step over midnight in its second part', async () => {
    const sent: Sent[] = [
      ['09T21:00', { summedValue: 100 }],
      ['09T23:50', { summedValue: 120 }],
      ['10T00:10', { summedValue: 127 }],
    ];
    expect(await told(shift, sent)).toMatchObject({ '09 A': [0, 20], '10 A': [0, 7], together: 27 });
  });

  it('tells what passed a silent meter on the day on which its register is heard again', async () => {
    const sent: Sent[] = [
      ['09T21:00', { value: 0, summedValue: 100 }],
      ['10T00:10', { value: 5, summedValue: 130 }],
    ];
    expect(await told(shift, sent)).toMatchObject({ '09 A': [0, 0], '10 A': [5, 25], together: 30 });
  });
});
