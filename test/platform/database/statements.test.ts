import { describe, expect, it } from 'vitest';
import {
  compileStatement,
  parseStatements,
  statement,
  statementNames,
  valuesInOrder,
} from '../../../src/platform/database/statements.ts';
import { testDatabase } from '../../support/database.ts';

describe('named statements', () => {
  it('are what stands between one name and the next', () => {
    const text = '-- About the file.\n\n-- name: one\n-- What it does.\nSELECT 1;\n\n-- name: two\nSELECT 2\n';
    expect([...parseStatements('file', text)]).toEqual([
      ['file.one', '-- What it does.\nSELECT 1'],
      ['file.two', 'SELECT 2'],
    ]);
  });

  it('take in the parts of their file, and a part that it lacks is refused', () => {
    const text = '-- part: figures\nvalue, register\n\n-- name: one\nSELECT unit, @@figures FROM x;\n';
    expect([...parseStatements('file', text)]).toEqual([['file.one', 'SELECT unit, value, register FROM x']]);
    expect(() => parseStatements('file', '-- name: one\nSELECT @@figures;')).toThrow(
      'file.one asks for the part figures, which no block before it has.',
    );
  });

  it('with one name are refused', () => {
    expect(() => parseStatements('file', '-- name: one\nSELECT 1;\n-- name: one\nSELECT 2;')).toThrow(
      'Two statements are named file.one.',
    );
  });

  it('number their values in the order in which they name them, one number a name', () => {
    expect(compileStatement('SELECT @a, @b::int, @a WHERE @b')).toEqual({
      text: 'SELECT $1, $2::int, $1 WHERE $2',
      parameters: ['a', 'b'],
      isForReplica: false,
    });
  });

  it('find no value in comments, quoted texts and operators', () => {
    const text = `SELECT '@a', "@b", x @> y, x <@ y -- @c\n/* @d */`;
    expect(compileStatement(text)).toEqual({ text, parameters: [], isForReplica: false });
  });

  it('take their values by name, others are left out, and a missing one is refused', () => {
    const compiled = compileStatement('SELECT @unitKey, @from');
    expect(valuesInOrder('file.one', compiled, { from: 2, unitKey: 1, to: 3 })).toEqual([1, 2]);
    expect(() => valuesInOrder('file.one', compiled, { unitKey: 1 })).toThrow(
      'Statement file.one needs a value of @from.',
    );
  });

  it('that do not exist are refused by name', () => {
    expect(() => statement('file.none')).toThrow('No statement named file.none in sql/queries.');
  });
});

/** Text without comments. */
const bare = (name: string): string => statement(name).text.replaceAll(/--.*$/gm, '').trim();
const isCall = (name: string): boolean =>
  /^(CALL|VACUUM|LISTEN|NOTIFY|CREATE|FETCH|CLOSE|CHECKPOINT|LOCK|SET TRANSACTION)\b/i.test(bare(name));

describe('every statement of sql/queries', () => {
  it.each(statementNames().filter((name) => !isCall(name)))(
    '%s is one statement that fits the schema',
    async (name) => {
      const { database } = await testDatabase();
      // Within one transaction, because the embedded engine's session is everybody's.
      await database.transaction(async (transaction) => {
        await transaction.execute(`PREPARE checked AS ${statement(name).text}`);
        await transaction.execute('DEALLOCATE checked');
      });
      expect(bare(name).replaceAll(/'(?:[^']|'')*'/g, "''")).not.toContain(';');
    },
  );

  it.each(statementNames())(
    '%s compares no bucket of a rollup with a date: TimescaleDB 2.23 takes that for another instant',
    (name) => {
      expect(bare(name)).not.toMatch(/\bbucket (?:[<>]=?|=) \$\d+::date\b(?!::timestamp)/);
    },
  );

  it('that is called instead names something that exists', async () => {
    const { database } = await testDatabase();
    const refreshed = statementNames()
      .filter(isCall)
      .flatMap((name) => /refresh_continuous_aggregate\('telemetry\.(\w+)'/.exec(statement(name).text)?.[1] ?? []);
    const views = (
      await database.execute<{ name: string }>(
        `SELECT view_name AS name FROM timescaledb_information.continuous_aggregates WHERE view_schema = 'telemetry'`,
      )
    ).map((row) => row.name);
    expect(new Set(refreshed)).toEqual(new Set(views));
    expect(views.length).toBe(8);
  });
});
