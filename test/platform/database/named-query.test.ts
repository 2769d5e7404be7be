import pg from 'pg';
import { expect, it } from 'vitest';
import { NamedQuery } from '../../../src/platform/database/named-query.ts';
import { testDatabase } from '../../support/database.ts';

/** Rows of a named statement of this text. */
async function rowsOf(text: string): Promise<unknown[]> {
  const { connection } = await testDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await new Promise((resolve, reject) => {
      const query = new NamedQuery(text);
      query.on('error', reject);
      query.on('end', (result) => resolve(result.rows));
      client.query(query);
    });
  } finally {
    await client.end();
  }
}

it('columns are named as code names things, and JSON in them is left as it is', async () => {
  expect(
    await rowsOf(`SELECT 1 AS unit_key, 2 AS p_95_ms, 3 AS "asItIs", json_build_object('unit_key', 4) AS as_json`),
  ).toEqual([{ unitKey: 1, p95Ms: 2, asItIs: 3, asJson: { unit_key: 4 } }]);
});

it('a named statement names its columns so, a text of SQL names them itself', async () => {
  const { database } = await testDatabase();
  expect(Object.keys(await database.one<object>('changes.newest', { industryKey: 0 }))).toEqual(['changeNo']);
  expect(await database.execute('SELECT 1 AS unit_key')).toEqual([{ unit_key: 1 }]);
});
