import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/domain/access/actor.ts';
import { noQueue } from '../../../src/queue/client.ts';
import { evaluateIndustry } from '../../../src/services/alerts/evaluate.ts';
import { createAlertRules } from '../../../src/services/alerts/rules.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, define, FLOW_RULE, live, mintWorks, rowsOf, send, shownIncidents, times } from './watch.ts';

const [LOW, HIGH] = [500, 1000];

let context: TestContext;
beforeEach(async () => {
  context = await testContext(new Date(at('08:00')).toISOString());
});

describe('a new rule', () => {
  it('tells nobody of what was over before it was made, and records it', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)]);
    const { ruleId } = await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: true },
    ]);
    // The same, deleted and made again.
    await createAlertRules(context, noQueue).remove(industry, ruleId, {
      by: { ...COMMAND, userId: 'u1' },
      expected: null,
    });
    await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
  });

  it('tells of what lasts while it is made', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('08:00'), times(6, HIGH));
    await define(context, industry, FLOW_RULE);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect(await shownIncidents(context, industry)).toMatchObject([{ state: 'open', isLate: false }]);
  });

  it('tells nobody either when readings of before come after it was made', async () => {
    const industry = await mintWorks(context);
    await live(context, industry, at('09:00'), times(3, LOW));
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('09:15'), times(3, LOW));
    await send(context, industry, rowsOf('A', at('08:00'), [...times(6, HIGH), ...times(6, LOW)]));
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: true },
    ]);
  });
});

describe('a rule that was changed', () => {
  it('tells nobody of what was over before, and records it once', async () => {
    const industry = await mintWorks(context);
    const { ruleId } = await define(context, industry, FLOW_RULE);
    expect(await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)])).toBe(2);
    const change = (high: number) =>
      createAlertRules(context, noQueue).replace(
        industry,
        ruleId,
        { ...FLOW_RULE, settings: { high } },
        { by: { ...COMMAND, userId: 'u1' }, expected: null },
      );
    for (const high of [9, 8]) {
      await change(high);
      expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    }
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: false },
    ]);
    // 6 KL/h of the low readings pass 5, and last.
    await change(5);
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(1);
    expect((await shownIncidents(context, industry)).map(({ state }) => state)).toEqual(['recovered', 'open']);
  });

  it('records what only its new bounds find in the past, and tells nobody', async () => {
    const industry = await mintWorks(context);
    const { ruleId } = await define(context, industry, { ...FLOW_RULE, settings: { high: 20 } });
    expect(await live(context, industry, at('08:00'), [...times(6, HIGH), ...times(6, LOW)])).toBe(0);
    await createAlertRules(context, noQueue).replace(industry, ruleId, FLOW_RULE, {
      by: { ...COMMAND, userId: 'u1' },
      expected: null,
    });
    expect((await evaluateIndustry(context, industry.industryId)).told).toBe(0);
    expect(await shownIncidents(context, industry)).toMatchObject([
      { state: 'recovered', openedAt: '08:20', isLate: true },
    ]);
    expect(await live(context, industry, at('09:00'), times(5, HIGH))).toBe(1);
  });
});
