/**
 * Rights that PostgreSQL grants to everybody and a login of the shared session must not have: functions that change the
 * session itself, reach or show what belongs to other clients or stop the only thread, and temporary tables, which
 * would hide the application's own.
 */
import { DATABASE_NAME } from '../child-protocol.ts';

const FUNCTION_PATTERNS: readonly string[] = [
  'set_config',
  'setseed',
  'pg_notify',
  'pg_sleep%',
  'pg_advisory_%',
  'pg_try_advisory_%',
  'pg_cancel_backend',
  'pg_terminate_backend',
  'pg_logical_emit_message',
  'pg_export_snapshot',
  'lo_%',
  'lowrite',
  'pg_prepared_statement',
  'pg_cursor',
  '%_to_xml',
  '%_to_xmlschema',
  '%_to_xml_and_xmlschema',
  'ts_stat',
  'ts_rewrite',
];

/**
 * Takes these rights from PUBLIC. Only missing changes are written; the owner keeps everything.
 * @param command runs a statement of the host itself and gives its rows
 */
export function withholdSharedRights(command: (sql: string) => readonly (readonly (string | null)[])[]): void {
  const patterns = FUNCTION_PATTERNS.map((pattern) => `'${pattern.replaceAll('_', '\\_')}'`).join(', ');
  const granted = command(
    `SELECT p.oid::pg_catalog.regprocedure FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace
     AND p.proname LIKE ANY (ARRAY[${patterns}]) AND pg_catalog.has_function_privilege('public', p.oid, 'EXECUTE')`,
  );
  if (granted.length > 0) command(`REVOKE EXECUTE ON FUNCTION ${granted.flat().join(', ')} FROM PUBLIC`);
  const [temporary] = command(`SELECT pg_catalog.has_database_privilege('public', '${DATABASE_NAME}', 'TEMPORARY')`);
  if (temporary?.[0] === 't') command(`REVOKE TEMPORARY ON DATABASE ${DATABASE_NAME} FROM PUBLIC`);
}
