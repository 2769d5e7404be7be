import { describe, expect, it } from 'vitest';
import { type LoginCommand, recogniseCommand } from '../../../../../src/platform/database/embedded/logins/commands.ts';
import { splitStatements } from '../../../../../src/platform/database/embedded/sql-statements.ts';

function commandOf(sql: string): LoginCommand {
  const [statement] = splitStatements(sql);
  if (statement === undefined) throw new Error('no statement');
  return recogniseCommand(statement);
}

const composed = (sql: string, query: string | null = null, keeps = false): LoginCommand => ({
  kind: 'composed',
  sql,
  query,
  keeps,
});

describe("the command of a login's statement", () => {
  it.each<[string, LoginCommand]>([
    ['SELECT 1', { kind: 'query', sql: 'SELECT 1' }],
    ['INSERT INTO a VALUES (1)', { kind: 'query', sql: 'INSERT INTO a VALUES (1)' }],
    ['"select" 1', { kind: 'query', sql: '"select" 1' }],
    [
      '/* x */ begin work isolation level repeatable read, read only',
      { kind: 'begin', isolation: 'ISOLATION LEVEL REPEATABLE READ' },
    ],
    ['START TRANSACTION', { kind: 'begin', isolation: '' }],
    ['COMMIT WORK', { kind: 'end', commits: true }],
    ['ABORT', { kind: 'end', commits: false }],
    ['rollback to savepoint "A b"', { kind: 'savepoint', sql: 'ROLLBACK TO "A b"', keeps: false, endsFailure: true }],
    ["SET SESSION TimeZone = 'Asia/Kolkata'", { kind: 'set', name: 'timezone', value: "'Asia/Kolkata'", local: false }],
    ['SET LOCAL search_path TO "A", b', { kind: 'set', name: 'search_path', value: `"A" , 'b'`, local: true }],
    ["SET TIME ZONE 'it''s'", { kind: 'set', name: 'timezone', value: "'it''s'", local: false }],
    ['RESET datestyle', { kind: 'set', name: 'datestyle', value: null, local: false }],
    ['SHOW time zone', composed('SHOW time zone')],
    ['FETCH FORWARD -2 FROM "C"', composed('FETCH forward - 2 from "C"')],
    [
      'declare C no scroll cursor without hold for select 1',
      composed('DECLARE "c" no scroll CURSOR FOR\nselect 1', 'select 1', true),
    ],
    ['EXPLAIN (ANALYZE, FORMAT json) SELECT 1', composed('EXPLAIN (analyze , format json)\nSELECT 1', 'SELECT 1')],
    ['EXPLAIN (SELECT 1)', composed('EXPLAIN \n(SELECT 1)', '(SELECT 1)')],
    ['EXPLAIN ANALYZE DELETE FROM a', composed('EXPLAIN  analyze\nDELETE FROM a', 'DELETE FROM a')],
    [
      "COPY (SELECT ') TO STDOUT') TO STDOUT WITH (FORMAT csv, DELIMITER ';')",
      composed("COPY (\nSELECT ') TO STDOUT'\n) TO STDOUT with ( format csv , delimiter ';' )", "SELECT ') TO STDOUT'"),
    ],
    [
      'PREPARE p (int, numeric(4, 1)) AS SELECT $1',
      {
        kind: 'prepare',
        name: 'p',
        types: ["'int'::pg_catalog.regtype", "'numeric ( 4 , 1 )'::pg_catalog.regtype"],
        query: 'SELECT $1',
      },
    ],
    ["EXECUTE p (1, 'x')", { kind: 'execute', name: 'p', before: '', after: " (1, 'x')" }],
    ['DEALLOCATE ALL', { kind: 'deallocate', name: null }],
  ])('%s', (sql, expected) => {
    expect(commandOf(sql)).toEqual(expected);
  });

  it.each(['constructor', '__proto__ 1', 'valueOf', 'toString', 'hasOwnProperty a'])(
    'is left to the engine where its first word is that of no command: %s',
    (sql) => expect(commandOf(sql)).toEqual({ kind: 'query', sql }),
  );

  it.each([
    'RESET ALL',
    'RESET ROLE',
    'SET ROLE a',
    'SET timezone',
    'SET LOCAL ROLE a',
    'SET SESSION AUTHORIZATION a',
    'SET "timezone" = x',
    'SET client_encoding = SJIS',
    'SET standard_conforming_strings = off',
    'SET default_transaction_read_only = off',
    "SET timezone = E'x'",
    'BEGIN READ WRITE',
    'COMMIT AND CHAIN',
    "COMMIT PREPARED 'x'",
    "PREPARE TRANSACTION 'x'",
    'DECLARE c CURSOR WITH HOLD FOR SELECT 1',
    'COPY a TO STDOUT',
    "COPY (SELECT 1) TO '/tmp/x'",
    "COPY (SELECT 1) TO PROGRAM 'id'",
    'COPY a FROM STDIN',
    'FETCH (SELECT 1) FROM c',
    'EXPLAIN',
  ])('refuses: %s', (sql) => {
    expect(commandOf(sql).kind).toBe('refused');
  });
});
