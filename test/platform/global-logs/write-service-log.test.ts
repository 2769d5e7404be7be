import { beforeAll, describe, expect, it } from 'vitest';
import { writeServiceLog } from '../../../src/platform/global-logs/write-service-log.ts';
import { mintOperator, type Operator } from '../../industries/http/admin/support/operator.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
let operator: Operator;
/** Names the entries of this file. */
let industryId: string;
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  operator = await mintOperator(context);
  industryId = mintId('LOGS');
});

const patch = (query: Record<string, string>) => operator.ask('PATCH', `globallogs/?${new URLSearchParams(query)}`);
const list = async (query: Record<string, string>): Promise<readonly { readonly id: string }[]> =>
  (await operator.get<{ id: string }[]>(`globallogs/?${new URLSearchParams({ industryId, ...query })}`)).body;

describe('what the service itself writes', () => {
  it('is one entry until it is resolved, however often it happens', async () => {
    const tell = (description: string): Promise<void> =>
      writeServiceLog(context, {
        group: 'batch',
        title: 'Batch given up',
        description,
        subject: industryId,
        meta: { industryId, unitId: 'SERVICE' },
      });
    await tell('once');
    const [noted] = await list({ unitId: 'SERVICE' });
    await patch({ id: noted?.id ?? '', meta: '{"ticket":7}' });
    await tell('twice');
    const [only] = await list({ unitId: 'SERVICE' });
    expect(only).toMatchObject({ source: 'water-service', group: 'batch', desc: 'twice', times: 2, priority: 'high' });
    expect(only).toMatchObject({ meta: { industryId, unitId: 'SERVICE', ticket: 7 } });
    await patch({ id: only?.id ?? '', status: 'resolved' });
    await tell('again');
    expect(await list({ unitId: 'SERVICE' })).toMatchObject([
      { desc: 'again', times: 1, status: 'open' },
      { desc: 'twice', status: 'resolved' },
    ]);
    // Its successor goes on being the one that is told.
    expect((await patch({ id: only?.id ?? '', status: 'open' })).status).toBe(200);
    await tell('once more');
    expect(await list({ unitId: 'SERVICE' })).toMatchObject([
      { desc: 'once more', times: 2 },
      { desc: 'twice', times: 2 },
    ]);
  });
});
