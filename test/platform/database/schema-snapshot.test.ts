import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../support/database.ts';
import { describedSchema } from '../../support/described-schema.ts';

const snapshot = new URL('../../../sql/schema.snapshot.sql', import.meta.url);

/** The major version whose way of printing definitions the snapshot has. */
const PRINTED_BY = 17;
const HEAD = `-- The schema that migrations and re-runnable files produce, read back from the catalogs of PostgreSQL ${PRINTED_BY}. Not run by anything:
-- a review sees here what a migration really changed. Written by: UPDATE_SNAPSHOT=1 npm test -- test/platform/database/schema-snapshot.test.ts
`;
const isDefinition = (line: string): boolean => line.startsWith('--= ');

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
});

async function snapshotOfToday(): Promise<{ text: string; majorVersion: number }> {
  const lines = await describedSchema(context.database);
  const [version] = await context.database.execute<{ number: string }>(
    "SELECT current_setting('server_version_num') AS number",
  );
  return {
    text: `${HEAD}\n${lines.join('\n')}\n`,
    majorVersion: Math.floor(Number(version?.number) / 10_000),
  };
}

describe('the schema', () => {
  it('is the reviewed one', async () => {
    const { text, majorVersion } = await snapshotOfToday();
    const comparable = (schema: string): string[] =>
      schema.split('\n').filter((line) => majorVersion === PRINTED_BY || !isDefinition(line));
    if (process.env['UPDATE_SNAPSHOT'] === '1' && majorVersion === PRINTED_BY) writeFileSync(snapshot, text);
    expect(
      comparable(text),
      'The schema is not the one in sql/schema.snapshot.sql. When the change is meant: UPDATE_SNAPSHOT=1 npm test -- test/platform/database/schema-snapshot.test.ts, and let the difference be reviewed with the migration.',
    ).toEqual(comparable(readFileSync(snapshot, 'utf8')));
  });

  it('is described without names that the extension makes up, so that the order of creation does not matter', async () => {
    const { text } = await snapshotOfToday();
    expect(text).toContain('CREATE TABLE telemetry.reading (');
    expect(
      text.split('\n').filter((line) => /_timescaledb_internal|_hyper_\d|_materialized_hypertable/.test(line)),
    ).toEqual([]);
  });
});
