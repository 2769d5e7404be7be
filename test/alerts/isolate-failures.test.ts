import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRule } from '../../src/alerts/rules/read-rule.ts';
import type { ConditionSettings } from '../../src/alerts/rules/types.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { insertRule } from '../../src/alerts/store/alert-rules.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, define, FLOW_RULE, live, mintWorks, rowsOf, send, shownIncidents, times } from './watch.ts';

const [LOW, HIGH] = [500, 1000];

let context: TestContext;
beforeEach(async () => {
  context = await testContext(new Date(at('08:00')).toISOString());
});

describe('a rule that cannot be followed', () => {
  /** Such as was stored before its settings had bounds. */
  const defineUnbounded = async (industry: Industry, alertType: 'device_status' | 'stable_flow_alert') => {
    const body = { title: 'Without bounds', severity: 'low', alertType };
    const settings: ConditionSettings = alertType === 'device_status' ? { silenceMinutes: 1e12 } : { minutes: 1e9 };
    const rule = { ...readRule(body, industry), settings };
    const written = { ruleId: randomUUID(), rule, definition: body, by: 'u1', at: new Date(at('08:00')) };
    return (await insertRule(context.database, industry.industryKey, written)).ruleId;
  };
  const logged: unknown[] = [];
  const logging = (): TestContext => {
    logged.length = 0;
    const log = Object.assign(Object.create(context.log) as TestContext['log'], {
      error: (line: unknown) => void logged.push(line),
    });
    return { ...context, log };
  };

  it.each(['device_status', 'stable_flow_alert'] as const)(
    'is logged and passed by, and the others go on: %s',
    async (alertType) => {
      const industry = await mintWorks(context);
      const ruleId = await defineUnbounded(industry, alertType);
      await define(context, industry, FLOW_RULE);
      expect(await live(logging(), industry, at('08:00'), times(6, HIGH))).toBe(1);
      expect(logged).toMatchObject([{ industry: industry.industryId, ruleId }]);
      expect(await shownIncidents(context, industry)).toMatchObject([{ state: 'open', openedAt: '08:20' }]);
    },
  );

  it('leaves the others even where days are looked at anew', async () => {
    const industry = await mintWorks(context);
    const ruleId = await defineUnbounded(industry, 'stable_flow_alert');
    await define(context, industry, FLOW_RULE);
    await live(context, industry, at('08:00'), times(3, LOW));
    await live(context, industry, at('09:00'), times(3, LOW));
    context.clock.set(new Date(at('09:15')).toISOString());
    await send(context, industry, rowsOf('A', at('08:15'), times(9, HIGH)));
    await evaluateIndustry(logging(), industry.industryId);
    expect(logged).toContainEqual(expect.objectContaining({ ruleId }));
    expect(await shownIncidents(context, industry)).toMatchObject([{ openedAt: '08:30' }]);
  });
});
