import { describe, expect, it } from 'vitest';
import { quoteName, splitStatements } from '../../../../src/platform/database/embedded/sql-statements.ts';

const words = (sql: string): string[] =>
  splitStatements(sql).map(({ tokens }) =>
    tokens.map(({ kind, value }) => (kind === 'literal' ? '?' : value)).join(' '),
  );

describe('cutting SQL into statements', () => {
  it.each([
    ['SELECT 1; SELECT 2', ['select 1', 'select 2']],
    [' ;; SELECT 1 ;', ['select 1']],
    ["SELECT 'a;''b'; RESET x", ['select ?', 'reset x']],
    ["SELECT E'a\\';b'; RESET x", ['select ?', 'reset x']],
    ["SELECT 'a\\'; RESET x", ['select ?', 'reset x']],
    ['SELECT "a;""b"; RESET x', ['select a;"b', 'reset x']],
    ['SELECT $$a;b$$; SELECT $t$ $$;$$ $t$', ['select ?', 'select ?']],
    ['SELECT a$$b; SELECT $1', ['select a$$b', 'select $ 1']],
    ['SELECT 1 -- ; RESET x\n; RESET y', ['select 1', 'reset y']],
    ['/* a /* b */ ; */ SELECT 1; RESET/**/x', ['select 1', 'reset x']],
    ["SELECT E'a'\n'b\\' , '; RESET x -- '", ['select ?', 'reset x']],
    ["SELECT E'a' -- ;\r\n -- ;\n\t'\\';' ; RESET x", ['select ?', 'reset x']],
    ["SELECT 'a'\n'\\'; RESET x", ['select ?', 'reset x']],
    ["SELECT 'a' 'b;'; RESET x", ['select ? ?', 'reset x']],
    ["SELECT 'never closed; RESET x", ['select ?']],
    // To PostgreSQL a no-break space belongs to the name, so what follows is an ordinary literal.
    ["SELECT \u00a0E'\\'; RESET x", ['select \u00a0e ?', 'reset x']],
  ])('%j', (sql, expected) => {
    expect(words(sql)).toEqual(expected);
  });

  it("keeps each statement's own text", () => {
    expect(splitStatements("SET a = 'x;y' ; SELECT 1").map(({ text }) => text.trim())).toEqual([
      "SET a = 'x;y'",
      'SELECT 1',
    ]);
  });

  it('quotes a name so that it stays one name', () => {
    expect(words(`LISTEN ${quoteName('a"; DROP')}`)).toEqual(['listen a"; DROP']);
  });
});
