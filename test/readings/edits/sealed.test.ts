import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { editReading, estimateReadings, removeReading } from '../../../src/readings/edits/reading-edits.ts';
import type { ChangeContext } from '../../../src/readings/intake.ts';
import { takingReadings } from '../../support/intake.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, jobsByHand, send, unit, works } from '../../figures/processing/works.ts';

let context: TestContext;
let industry: Industry;
let changing: ChangeContext;
beforeAll(async () => {
  context = await testContext('2026-03-05T12:00:00Z');
  industry = await works(context, [unit('M', 'FLOW_CATEGORY')]);
  changing = takingReadings(context, jobsByHand(context).queue);
  const createdOn = at(industry, '2026-03-02', 6);
  await send(context, industry, [{ unitId: 'M', createdOn, value: 1, summedValue: 10 }]);
  await context.database.execute(
    "INSERT INTO telemetry.sealed_month (industry_key, month, sealed_at) VALUES ($1, '2026-01-01', now())",
    [industry.industryKey],
  );
});

const decision = () => ({ industry, unitId: 'M', reason: 'Read off by hand', by: { ...COMMAND, userId: 'asha' } });
const span = (from: string, to: string) => ({
  fromEpochMs: Date.parse(at(industry, from, 0)),
  toEpochMs: Date.parse(at(industry, to, 0)),
});
const sealed = (field: string, date: string) => ({
  code: 400,
  message: `Invalid '${field}': business day ${date} is sealed: the readings of 01/2026 are archived`,
});

describe('readings of a sealed month', () => {
  it('are not changed by hand, and the answer names the seal', async () => {
    const instant = Date.parse(at(industry, '2026-01-15', 6));
    await expect(editReading(changing, decision(), instant, { value: 1 })).rejects.toMatchObject(
      sealed('createdOn', '15/01/2026'),
    );
    await expect(removeReading(changing, decision(), instant)).rejects.toMatchObject(sealed('createdOn', '15/01/2026'));
  });

  it('are not estimated, and the answer names the first sealed day', async () => {
    const reaching = estimateReadings(changing, decision(), span('2025-12-30', '2026-01-03'), true);
    await expect(reaching).rejects.toMatchObject(sealed('from', '01/01/2026'));
    const behind = estimateReadings(changing, decision(), span('2026-02-01', '2026-02-03'), false);
    await expect(behind).resolves.toMatchObject({ readings: 0, skipped: [{ why: expect.any(String) }] });
  });
});

it('a span without a reading behind it, and one that is to come, are told as skipped', async () => {
  const whys = async (from: string, to: string): Promise<readonly string[]> =>
    (await estimateReadings(changing, decision(), span(from, to), false)).skipped.map(({ why }) => why);
  expect(await whys('2026-03-03', '2026-03-04')).toEqual(['no genuine register lies within a week behind it']);
  expect(await whys('2026-03-01', '2026-03-02')).toEqual(['no genuine register lies within a week before it']);
  expect(await whys('2026-03-06', '2026-03-07')).toEqual(['it lies in the future']);
});
