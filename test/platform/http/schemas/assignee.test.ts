import { expect, it } from 'vitest';
import { assigneesAsked } from '../../../../src/platform/http/schemas/assignee.ts';

it('a filter by assignee asks for people of the industry, and an operator works on nothing of another one', () => {
  const own = { userId: 'asha', industryId: 'ACME', homeIndustryId: 'ACME' };
  const operator = { ...own, homeIndustryId: 'INTERNAL' };
  expect([undefined, 'me', 'none', 'ravi'].map((asked) => assigneesAsked(asked, own))).toEqual([
    null,
    ['asha'],
    [''],
    ['ravi'],
  ]);
  expect([undefined, 'me', 'none', 'asha'].map((asked) => assigneesAsked(asked, operator))).toEqual([
    null,
    [],
    [''],
    ['asha'],
  ]);
});
