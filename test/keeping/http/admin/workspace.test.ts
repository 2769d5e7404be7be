import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { send, unit, virtual, works } from '../../../figures/processing/works.ts';
import { mintOperator, type Operator } from '../../../industries/http/admin/support/operator.ts';

let context: TestContext;
let operator: Operator;
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  operator = await mintOperator(context);
});

interface Workspace {
  readonly status: string;
  readonly data: readonly { readonly industryId: string }[];
}
const ofIndustry = async (industryId: string): Promise<unknown> => {
  const { status, body } = await operator.get<Workspace>('workspace/');
  expect([status, body.status]).toEqual([200, 'success']);
  return body.data.find((industry) => industry.industryId === industryId);
};

describe('GET /api/admin/workspace/', () => {
  it('lists an industry with its units and the instant of its newest reading', async () => {
    const industry = await works(context, [
      unit('A', 'FLOW_CATEGORY'),
      unit('B', 'FLOW_CATEGORY'),
      virtual('V', '{A}'),
    ]);
    expect(await ofIndustry(industry.industryId)).toEqual({
      industryId: industry.industryId,
      industryName: industry.industryId,
      place: null,
      isActive: true,
      totalUnits: 3,
      lastUpdated: null,
    });
    await send(context, industry, [
      { unitId: 'A', createdOn: '2026-06-11T05:00:00Z', value: 1 },
      { unitId: 'B', createdOn: '2026-06-11T05:30:00Z', value: 1 },
      { unitId: 'A', createdOn: '2026-06-10T05:00:00Z', value: 1 },
    ]);
    expect(await ofIndustry(industry.industryId)).toMatchObject({ lastUpdated: '2026-06-11T05:30:00.000Z' });
  });

  it('lists an inactive industry as such, without the units that were removed, and not the operators', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')]);
    await works(context, [unit('A', 'FLOW_CATEGORY')], { industryId: industry.industryId, isActive: false });
    expect(await ofIndustry(industry.industryId)).toMatchObject({ isActive: false, totalUnits: 1 });
    expect(await ofIndustry('INTERNAL')).toBeUndefined();
  });
});
