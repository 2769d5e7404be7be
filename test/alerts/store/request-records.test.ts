import { beforeAll, describe, expect, it } from 'vitest';
import type { Querier } from '../../../src/platform/database/database.ts';
import { sqlFiles } from '../../../src/platform/database/migrate.ts';
import { addRule, fire } from '../incidents.ts';
import { unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

/* The migration runs anew on incidents with answers of the release before, and is rolled back. */

const TAKEN_BACK = new Error('only looked at');

let context: TestContext;
let incidentKey: number;
beforeAll(async () => {
  context = await testContext();
  const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  incidentKey = await fire(context, industry, await addRule(context, industry));
});

async function carriedOver(result: unknown): Promise<unknown> {
  const text = sqlFiles('migrations').find(({ name }) => name === '1039_request_records.sql')?.text ?? '';
  const read = async (db: Querier): Promise<unknown> => {
    await db.execute('ALTER TABLE alerting.incident DROP COLUMN request_record');
    await db.execute('UPDATE alerting.incident SET result = $2 WHERE incident_key = $1', [
      incidentKey,
      result === null ? null : JSON.stringify(result),
    ]);
    await db.execute(text);
    const [row] = await db.execute<{ result: unknown; requestRecord: unknown }>(
      'SELECT result, request_record AS "requestRecord" FROM alerting.incident WHERE incident_key = $1',
      [incidentKey],
    );
    // Processes of the release before still read their answer.
    expect(row?.result).toEqual(result);
    return row?.requestRecord;
  };
  let record: unknown;
  const looking = context.database.transaction(async (db) => {
    record = await read(db);
    throw TAKEN_BACK;
  });
  await expect(looking).rejects.toBe(TAKEN_BACK);
  return record;
}

describe('the answer that the release before has kept of a request', () => {
  it('is carried over as outcomes of its messages', async () => {
    const problems = [{ entry: 'push:T', problem: 'Not sent' }];
    expect(await carriedOver({ success: ['sms:1', 'web:V2_A'], failed: ['push:T'], problems })).toEqual({
      told: {},
      outcomes: { 'sms:1': null, 'web:V2_A': null, 'push:T': 'Not sent' },
    });
  });

  it('is carried over without users who had no message', async () => {
    const problems = [{ entry: 'user:nobody', problem: 'is not a user of this industry' }];
    expect(await carriedOver({ success: [], failed: ['user:nobody'], problems })).toEqual({ told: {}, outcomes: {} });
  });

  it('is no record where there is none', async () => {
    expect(await carriedOver(null)).toBeNull();
  });
});
