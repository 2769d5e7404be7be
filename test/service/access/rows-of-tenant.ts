import type { Database } from '../../../src/platform/database/database.ts';

/**
 * How a table's rows are known to be an industry's ($1), by the column that says so; the first that a table has counts.
 */
const OWNED: readonly (readonly [column: string, condition: string])[] = [
  ['industry_key', 'industry_key = $1'],
  ['unit_key', 'unit_key IN (SELECT unit_key FROM tenant.unit WHERE industry_key = $1)'],
  ['user_key', 'user_key IN (SELECT user_key FROM tenant.app_user WHERE industry_key = $1)'],
  ['industry_id', 'industry_id = (SELECT industry_id FROM tenant.industry WHERE industry_key = $1)'],
  ['finding_key', 'finding_key IN (SELECT finding_key FROM operations.finding WHERE industry_key = $1)'],
  ['jti', 'jti IN (SELECT unnest(ARRAY[token_jti, refresh_jti]) FROM tenant.session WHERE industry_key = $1)'],
];

interface TableOfTenant {
  readonly table: string;
  readonly condition: string | null;
}

/** Every table with the condition that finds an industry's rows; null: it holds nobody's. */
export async function tablesOf(database: Database): Promise<TableOfTenant[]> {
  const tables = await database.execute<{ name: string; columns: string[] }>(
    `SELECT t.table_schema || '.' || t.table_name AS name, array_agg(c.column_name::text) AS columns
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema IN ('tenant', 'telemetry', 'alerting', 'reporting', 'operations') AND t.table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`,
    [],
  );
  return tables.map(({ name, columns }) => ({
    table: name,
    condition: OWNED.find(([column]) => columns.includes(column))?.[1] ?? null,
  }));
}

/** Workers of other tests take the events of all industries, and note by each when its findings are due. */
const NOTED_BY_WORKERS = 'operations.insight_due';

/** Count and digest of the industry's rows in every table that requests alone write. */
export async function rowsOf(database: Database, industryKey: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { table, condition } of await tablesOf(database)) {
    if (condition === null || table === NOTED_BY_WORKERS) continue;
    const [row] = await database.execute<{ summary: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) AS summary FROM ${table} r WHERE ${condition}`,
      [industryKey],
    );
    found[table] = row?.summary ?? '';
  }
  return found;
}
