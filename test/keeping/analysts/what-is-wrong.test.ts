import { expect, it } from 'vitest';
import { unit, works } from '../../figures/processing/works.ts';
import { testContext } from '../../support/database.ts';
import { textOf } from '../../support/source-files.ts';
import { loginIssuer, rowsAs, withRightsOf } from './support.ts';

const [, query = ''] = /## What is wrong now.*?```sql\n(.*?)```/s.exec(textOf('docs/how-to/analysts.md')) ?? [];

it('the query of what is wrong tells open findings of the own industry, the dearest first, by an index', async () => {
  const context = await testContext();
  const issue = loginIssuer(context);
  const [industry, other] = [
    await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY'), unit('C', 'FLOW_CATEGORY')]),
    await works(context, [unit('A', 'FLOW_CATEGORY')]),
  ];
  const add = (
    { industryKey }: typeof industry,
    kind: string,
    firstDay: string,
    more: { money?: number; litres?: number; severity?: string; fate?: string; isOpen?: boolean },
  ) =>
    context.database.execute(
      `INSERT INTO operations.finding (industry_key, kind, first_day, raised_on, last_day, is_open, litres,
         litres_per_day, money, currency, confidence, evidence, fate, found_at, judged_at, severity, sentence, si_unit,
         rule_version)
       VALUES ($1, $2, $3, $3, $3, $4, $5, $5, $6, 'INR', 1, '{}', $7, now(), now(), $8, 'So it is', 'KL', 1)`,
      [
        industryKey,
        kind,
        firstDay,
        more.isOpen ?? true,
        more.litres ?? null,
        more.money ?? null,
        more.fate ?? null,
        more.severity ?? 'high',
      ],
    );
  await add(industry, 'silence', '2026-01-01', { severity: 'low' });
  await add(industry, 'tank-low', '2026-01-02', { severity: 'critical' });
  await add(industry, 'leak', '2026-01-03', { litres: 24_000 });
  await add(industry, 'burst', '2026-01-04', { litres: 1_000, money: 50.5 });
  await add(industry, 'creep', '2026-01-05', { fate: 'rejected' });
  await add(industry, 'stuck', '2026-01-06', { isOpen: false });
  await add(other, 'leak', '2026-01-03', { litres: 99_000 });
  const login = await issue(industry);
  const rows = await rowsAs<Record<string, unknown>>(login, query);
  expect(rows.map((row) => [row['kind'], row['money'], row['cubic_metres_per_day']])).toEqual([
    ['burst', 50.5, 1],
    ['leak', null, 24],
    ['tank-low', null, null],
    ['silence', null, null],
  ]);
  expect(rows[0]).toMatchObject({ place: industry.industryName, severity: 'high', currency: 'INR' });
  await context.database.transaction(async (transaction) => {
    await withRightsOf(transaction, login);
    await transaction.execute('SET LOCAL enable_seqscan = off');
    expect(JSON.stringify(await transaction.execute(`EXPLAIN (FORMAT JSON) ${query}`))).toMatch(
      /"Index Name":"finding_[a-z_]+","(?:[^{}]*)"Index Cond":"[^"]*industry_key/,
    );
  });
});
