import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readRule } from '../../src/alerts/rules/read-rule.ts';
import { insertRule, listRules } from '../../src/alerts/store/alert-rules.ts';
import { testContext } from '../support/database.ts';
import { DAY_RULE, define, mintWorks } from './watch.ts';

it('an industry that has 500 rules is refused another, also of two at once: 1430', async () => {
  const context = await testContext('2026-11-20T08:00:00Z');
  const industry = await mintWorks(context);
  const rule = readRule(DAY_RULE, industry);
  const at = new Date(context.clock.now());
  for (let made = 0; made < 499; made += 1)
    await insertRule(context.database, industry.industryKey, {
      ruleId: randomUUID(),
      rule,
      definition: {},
      by: 'u1',
      at,
    });
  const refused = {
    code: 1430,
    details: [{ problem: 'is one rule too many, allowed are 500 of an industry; delete another before' }],
  };
  const atOnce = await Promise.allSettled([1, 2].map(() => define(context, industry, DAY_RULE)));
  expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(atOnce.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused });
  await expect(define(context, industry, DAY_RULE)).rejects.toMatchObject(refused);
  expect(await listRules(context.database, industry.industryKey)).toHaveLength(500);
});
