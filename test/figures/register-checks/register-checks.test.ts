import { beforeAll, describe, expect, it } from 'vitest';
import {
  listRegisters,
  type OverruleAction,
  overruleRegister,
} from '../../../src/figures/register-checks/register-checks.ts';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  excludedSlots,
  instantOf,
  march,
  processMarch,
  provisionMeter,
  sendRegisters,
  slots,
  staleOf,
} from './meters.ts';
import type { WithQueue } from '../../../src/context.ts';

const EXCLUDE = { dropout: 'exclude', glitch: 'exclude' };
let context: TestContext;
let withQueue: TestContext & WithQueue;
let asked: string[];
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
  asked = [];
  withQueue = {
    ...context,
    queue: {
      send: async (_queue, payload) => {
        asked.push(String(Object(payload).industryId));
      },
    },
  };
});

const isoOf = (slot: number): string => new Date(instantOf(slot)).toISOString();
const overrule = (industry: Industry, slot: number, action: OverruleAction, unitId = 'M1') =>
  overruleRegister(withQueue, industry, {
    unitId,
    createdOnEpochMs: instantOf(slot),
    action,
    by: { ...COMMAND, userId: 'olga' },
  });

describe('events', () => {
  it('are listed with their evidence, for the days they reach into', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 120, 0, 0, 0, 0, 0, 0, 190, 200));
    await processMarch(context, industry, 1, 3);
    const dropout = {
      kind: 'dropout',
      action: 'exclude',
      from: isoOf(3),
      last: isoOf(8),
      to: isoOf(9),
      readingCount: 6,
      registerBefore: 120,
      registerDuring: 0,
      registerAfter: 190,
      provisional: false,
      detectedAt: '2026-11-21T00:00:00.000Z',
    };
    for (const day of [1, 2, 3])
      expect((await listRegisters(context, industry, 'M1', march(day), march(day))).events).toEqual([dropout]);
    expect((await listRegisters(context, industry, 'M1', march(4), march(9))).events).toEqual([]);
  });

  it("of another industry's unit are not found", async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await expect(listRegisters(context, industry, 'M2', march(1), march(1))).rejects.toMatchObject({ code: 404 });
  });
});

describe("an operator's word", () => {
  it('leaves an audit row with the word before it, and none for the same word again', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 120));
    for (const action of ['keep', 'keep', 'exclude', 'withdraw', 'withdraw'] as const)
      await overrule(industry, 1, action);
    const createdOn = isoOf(1);
    const said = { createdOn, decidedBy: 'olga', decidedAt: '2026-11-21T00:00:00.000Z' };
    expect(
      await context.database.execute(
        `SELECT actor_user_id AS by, subject, before, after FROM operations.audit WHERE industry_key = $1 AND verb = 'register.overrule' ORDER BY audit_key`,
        [industry.industryKey],
      ),
    ).toEqual([
      { by: 'olga', subject: 'M1', before: null, after: { createdOn, action: 'keep' } },
      { by: 'olga', subject: 'M1', before: { ...said, action: 'keep' }, after: { createdOn, action: 'exclude' } },
      { by: 'olga', subject: 'M1', before: { ...said, action: 'exclude' }, after: null },
    ]);
  });

  it('keeps a register that the classification excludes, and rebuilds the closed days concerned', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 0, 130, 140));
    await processMarch(context, industry, 1, 2);
    expect(await excludedSlots(context, industry)).toEqual([2]);
    asked.length = 0;
    expect(await overrule(industry, 2, 'keep')).toEqual({ register: 0, changedDates: ['2026-03-01'] });
    expect(await excludedSlots(context, industry)).toEqual([]);
    expect(await staleOf(context, industry)).toEqual(['2026-03-01 register check']);
    expect(asked).toEqual([industry.industryId]);
    expect((await listRegisters(context, industry, 'M1', march(1), march(1))).overrules).toMatchObject([
      { createdOn: isoOf(2), action: 'keep', decidedBy: 'olga' },
    ]);
  });

  it('excludes what the checks keep, and what stood around it is judged without it', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 5000, 110, 120, 130, 140, 150));
    await processMarch(context, industry, 1, 2);
    expect((await listRegisters(context, industry, 'M1', march(1), march(2))).events).toMatchObject([
      { kind: 'spike', action: 'keep' },
    ]);
    await overrule(industry, 1, 'exclude');
    expect(await excludedSlots(context, industry)).toEqual([1]);
    expect((await listRegisters(context, industry, 'M1', march(1), march(2))).events).toEqual([]);
  });

  it('survives new readings, corrections and every new judgement', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 0, 0, 140));
    await processMarch(context, industry, 1, 2);
    await overrule(industry, 2, 'keep');
    await sendRegisters(context, industry, slots(5, 150, 160));
    await sendRegisters(context, industry, { 2: -1 });
    await processMarch(context, industry, 1, 2);
    expect(await excludedSlots(context, industry)).toEqual([3]);
  });

  it('said again changes nothing; withdrawn, it leaves the classification its say', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 0, 130));
    await processMarch(context, industry, 1, 1);
    await overrule(industry, 2, 'keep');
    expect((await overrule(industry, 2, 'keep')).changedDates).toEqual([]);
    expect((await overrule(industry, 2, 'withdraw')).changedDates).toEqual(['2026-03-01']);
    expect(await excludedSlots(context, industry)).toEqual([2]);
    expect((await listRegisters(context, industry, 'M1', march(1), march(1))).overrules).toEqual([]);
  });

  it('holds for a day that has never been processed, too', async () => {
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 110, 120, 130));
    expect((await overrule(industry, 1, 'exclude')).changedDates).toEqual(['2026-03-01']);
    await processMarch(context, industry, 1, 1);
    expect(await excludedSlots(context, industry)).toEqual([1]);
  });

  it('is refused where it would have no effect or nothing to be about', async () => {
    const unchecked = await provisionMeter(context, null);
    await sendRegisters(context, unchecked, slots(0, 100, 0, 120));
    await expect(overrule(unchecked, 1, 'exclude')).rejects.toMatchObject({
      code: 400,
      details: [{ field: 'unitId' }],
    });
    const industry = await provisionMeter(context, EXCLUDE);
    await sendRegisters(context, industry, slots(0, 100, 0, 120));
    await expect(overrule(industry, 3, 'keep')).rejects.toMatchObject({ code: 404 });
    await expect(overrule(industry, 1, 'keep', 'M2')).rejects.toMatchObject({ code: 404 });
  });
});
