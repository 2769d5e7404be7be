import { readFileSync } from 'node:fs';
import type { Querier } from '../../src/platform/database/database.ts';

/** What a database's schema is, as sql/schema.describe.sql tells it: one line a row. */
export async function describedSchema(db: Querier): Promise<string[]> {
  const text = readFileSync(new URL('../../sql/schema.describe.sql', import.meta.url), 'utf8');
  return (await db.execute<{ line: string }>(text)).map(({ line }) => line);
}
