import { describe, expect, it } from 'vitest';
import type { Cell, ReportDocument, TableSection } from '../../../../src/reports/rules/document.ts';
import { plainSpaces, TOTALS_OF_WATER, UNHEARD, unheardReport, WHEN } from '../support/unheard-works.ts';

const wordsOf = (cells: readonly Cell[]): readonly string[] =>
  cells.flatMap((cell) => (cell.kind === 'text' ? [cell.text] : []));
const namesIn = (words: readonly string[]): readonly string[] =>
  Object.keys(UNHEARD).filter((name) => words.includes(name));

/** Tables with a sum of water, or with the water of a meter. */
const tablesOfWater = ({ sections }: ReportDocument): readonly TableSection[] =>
  sections.flatMap((section) =>
    section.kind === 'table'
    && section.rows.some(
      ({ role, cells }) =>
        (role !== 'row' || namesIn(wordsOf(cells)).length > 0)
        && cells.some((cell) => cell.kind === 'quantity' && cell.unit === 'KL'),
    )
      ? [section]
      : [],
  );

describe('a table of water', () => {
  it.each(TOTALS_OF_WATER)('of $service $more says how much passed in a silence, and when', (one) => {
    const tables = tablesOfWater(unheardReport(one));
    expect(tables.length).toBeGreaterThan(0);
    for (const { id, note, columns, rows } of tables) {
      const words = [...columns.map(({ title }) => title), ...rows.flatMap(({ cells }) => wordsOf(cells))];
      const told = plainSpaces(note ?? '');
      expect(told, id).toContain('In no hour and no total, because it passed while nothing was sent: ');
      for (const name of namesIn(words)) expect(told, id).toContain(`${name} ${UNHEARD[name]}, ${WHEN}`);
    }
  });

  it.each(['custom_water', 'custom_withdrawal'] as const)(
    'of %s has a column of it, unless the body names the columns',
    (service) => {
      const titles = (body: unknown) =>
        unheardReport({ service, more: { body } }).sections.flatMap((section) =>
          section.kind === 'table' ? section.columns.map(({ title }) => title) : [],
        );
      expect(titles(null)).toContain('Not in the total');
      expect(titles({ columns: ['value'] })).not.toContain('Not in the total');
    },
  );
});
