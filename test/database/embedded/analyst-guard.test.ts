import { describe, expect, it } from 'vitest';
import { judgeReadOnlySql } from '../../../src/database/embedded/analyst-guard.ts';

const refused = (sql: string): boolean => 'refused' in judgeReadOnlySql([sql]);

describe('the guard before a login\'s statements', () => {
  it.each([
    'SELECT 1',
    '(SELECT 1) UNION (SELECT 2)',
    "WITH a AS (SELECT 'reset role; set x') SELECT * FROM a",
    'TABLE shown',
    'VALUES (1)',
    'EXPLAIN ANALYZE SELECT 1',
    'SHOW timezone',
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    'COMMIT',
    'ROLLBACK TO SAVEPOINT a',
    'SET LOCAL timezone TO \'UTC\'',
    "SET TIME ZONE 'Asia/Kolkata'",
    "SET SESSION datestyle = 'ISO'",
    'RESET timezone',
    'DECLARE c CURSOR FOR SELECT 1',
    'FETCH 10 FROM c',
    '',
  ])('lets pass: %s', (sql) => {
    expect(refused(sql)).toBe(false);
  });

  it.each([
    'RESET ALL',
    'RESET',
    'SET ROLE a',
    'SET timezone',
    'SET LOCAL ROLE a',
    'SET SESSION AUTHORIZATION a',
    'SET SESSION timezone',
    'SET "timezone" = x',
    'SET LOCAL TIME ZONE LOCAL',
    'SET client_encoding = SJIS',
    'BEGIN READ WRITE',
    "PREPARE TRANSACTION 'x'",
    "COMMIT PREPARED 'x'",
    'DECLARE c CURSOR WITH HOLD FOR SELECT 1',
    'EXPLAIN EXECUTE p',
    'SELECT 1 INTO TEMP t',
    'SELECT 1; DISCARD ALL',
    '"select" 1',
    "SELECT u&'x'",
    `SELECT ${'1+'.repeat(60_000)}1`,
  ])('refuses: %.60s', (sql) => {
    expect(refused(sql)).toBe(true);
  });

  it('names the settings that are to be kept for later statements, and only those', () => {
    expect(judgeReadOnlySql(["SET timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SELECT 1", 'RESET search_path'])).toEqual({
      settings: [
        { name: 'timezone', sql: "SET timezone = 'UTC'" },
        { name: 'search_path', sql: 'RESET search_path' },
      ],
    });
  });
});
