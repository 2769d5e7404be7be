import { expect, it } from 'vitest';
import type { ReportInput, SpanSet } from '../../../../src/reports/rules/input.ts';
import { plainRows } from '../support/read-document.ts';
import { build, request, tableOf } from '../support/built-report.ts';

type Means = Readonly<Record<string, number | null>>;

/** Where the meters sent these means of their electrical parameters. */
const sending =
  (means: Readonly<Record<string, Means>>) =>
  (input: ReportInput): ReportInput => {
    const { period } = input;
    if (period === null) throw new Error('The report has a period.');
    const spans: SpanSet['spans'] = new Map(
      [...period.spans].map(([unitId, span]) => {
        const paramValue = means[unitId];
        return span.figures === null || paramValue === undefined
          ? [unitId, span]
          : [unitId, { ...span, figures: { ...span.figures, paramValue } }];
      }),
    );
    return { ...input, period: { ...period, spans } };
  };

it('the table of electrical parameters has those that a meter has, whatever they are called', () => {
  const meter = (name: string, siUnit: string) => ({
    standardCategoryId: 'ENERGY_CATEGORY',
    displayName: `Meter of ${name}`,
    changes: { params: { [name]: { displayName: name, siUnit, isLatest: false } } },
    days: [1000],
  });
  const document = build(
    {
      request: request('energy'),
      units: { A: meter('voltage', 'V'), B: meter('constructor', 'A') },
      categories: { energyCategory: { E: ['A', 'B'] } },
    },
    sending({ A: { voltage: 230 }, B: { constructor: 7 } }),
  );
  const table = tableOf(document, 'parameters');
  expect(table.columns.map(({ title, unit }) => [title, unit]).slice(-2)).toEqual([
    ['voltage', 'V'],
    ['constructor', 'A'],
  ]);
  expect(plainRows(table).map((row) => [row['param-voltage'], row['param-constructor']])).toEqual([
    [230, null],
    [null, 7],
  ]);
});
