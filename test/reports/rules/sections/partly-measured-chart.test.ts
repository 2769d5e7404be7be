import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import {
  AFTER_JUNE,
  drawn,
  expectingNothingOf,
  halfMeasured,
  inputOf,
  june,
  likelihoodOf,
  pictureOf,
} from '../support/june-chart.ts';
import { reportInput } from '../support/works.ts';

describe('a state of which a part was not measured', () => {
  /** What is said of a well that stands a metre deeper each day in June 2026. */
  const toldOf = (isPartly: (day: number) => boolean): readonly unknown[] => {
    const input = reportInput({
      request: { service: 'borewell', reportType: 'monthly' },
      now: AFTER_JUNE,
      units: { WELL: { standardCategoryId: 'GROUND_WATER_LEVEL', changes: { siUnit: 'm' }, days: june((day) => day) } },
      categories: {},
    });
    const document = BUILDERS.borewell.build(halfMeasured('WELL', isPartly, input));
    const found = document.sections.find(({ kind }) => kind === 'chart');
    if (found?.kind !== 'chart') throw new Error('There is no picture.');
    return [found.title.replaceAll('\u00a0', ' '), found.alternative.split('. ')[1], found.chart.lacking];
  };

  it('is neither the highest nor the lowest, and is hatched', () => {
    expect(toldOf((day) => day === 1 || day === 30)).toEqual([
      expect.stringMatching(/ ranged from 2\.0 to 29\.0 m$/),
      'Hatched: 2 days were measured in part.',
      [0, 29],
    ]);
  });

  it('is told as far as measured where fewer than two days are whole', () => {
    expect(toldOf((day) => day !== 7)[0]).toMatch(/ ranged from 1\.0 to 30\.0 m, as far as measured$/);
  });
});

describe('a day that was measured in part', () => {
  const whole = (day: number): number => (day + 10) * 1000;
  const HATCHED = 'Hatched: 1 day was measured in part.';
  const noUnit = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));
  /** The same days; of those that are named only half arrived. */
  const partlyMeasured = (isPartly: (day: number) => boolean, figureOf: (day: number) => number): readonly string[] => {
    const input = inputOf({ LINE: { days: june(figureOf) } }, AFTER_JUNE, { OUT: ['LINE'] });
    return noUnit(likelihoodOf(halfMeasured('LINE', isPartly, input)));
  };

  it('is never called the lowest, because it may have been more', () => {
    expect(
      partlyMeasured(
        (day) => day === 7,
        (day) => (day === 7 ? 0 : whole(day)),
      ),
    ).toEqual([
      'Consumption peaked on 30 Jun 2026 at 40.0 KL',
      `Consumption per day: highest 40.0 KL on 30 Jun 2026, lowest 11.0 KL on 01 Jun 2026. ${HATCHED}`,
    ]);
  });

  it('is hatched, also in bars of one colour', () => {
    const input = inputOf({ LINE: { days: june(whole) } }, AFTER_JUNE, { OUT: ['LINE'] });
    const { lacking } = drawn(halfMeasured('LINE', (day) => day === 7 || day === 30, input)).chart;
    expect([drawn(input).chart.lacking, lacking]).toEqual([[], [6, 29]]);
  });

  it('is the highest with "at least"', () => {
    expect(partlyMeasured((day) => day === 30, whole)).toEqual([
      'Consumption peaked on 30 Jun 2026 with at least 40.0 KL',
      `Consumption per day: highest at least 40.0 KL on 30 Jun 2026, lowest 11.0 KL on 01 Jun 2026. ${HATCHED}`,
    ]);
  });

  it('leaves no lowest where no other day stands below the highest', () => {
    expect(partlyMeasured(() => true, whole)).toEqual([
      'Consumption peaked on 30 Jun 2026 with at least 40.0 KL',
      'Consumption per day: highest at least 40.0 KL on 30 Jun 2026. Hatched: 30 days were measured in part.',
    ]);
    expect(
      partlyMeasured(
        (day) => day === 7,
        (day) => (day === 7 ? 0 : 5000),
      ),
    ).toEqual([
      'Consumption peaked on 01 Jun 2026 at 5.00 KL',
      `Consumption per day: highest 5.00 KL on 01 Jun 2026. ${HATCHED}`,
    ]);
  });

  it('is not the lowest of the column that one may ask for', () => {
    const input = reportInput({
      request: { service: 'custom_water', reportType: 'monthly', body: { columns: ['value', 'lowest'] } },
      now: AFTER_JUNE,
      units: { LINE: { days: june((day) => (day === 7 ? 0 : whole(day))) } },
      categories: { ID_CONSUMPTION: { OUT: ['LINE'] } },
    });
    const lowest = (isPartly: (day: number) => boolean): unknown => {
      const { sections } = BUILDERS.custom_water.build(halfMeasured('LINE', isPartly, input));
      const table = sections.find(({ id }) => id === 'meters-consumption');
      if (table?.kind !== 'table') throw new Error('There is no table.');
      return table.rows[0]?.cells[table.columns.findIndex(({ id }) => id === 'lowest')];
    };
    expect(lowest(() => false)).toMatchObject({ value: 0 });
    expect(lowest((day) => day === 7)).toMatchObject({ value: 11 });
    expect(lowest(() => true)).toMatchObject({ kind: 'missing' });
  });

  it('is told with "at least" where the summary in words and the page of the director tell the highest day', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => whole(hour));
    const works = { now: AFTER_JUNE, categories: { ID_CONSUMPTION: { OUT: ['LINE'] } } };
    const month = reportInput({
      ...works,
      request: { service: 'executive', reportType: 'monthly' },
      units: { LINE: { days: june(whole) } },
    });
    const day = reportInput({
      ...works,
      request: { service: 'ai_summary', reportType: 'ai_summary', startDate: businessDate('2026-06-10') },
      units: { LINE: { days: [516_000], hours } },
    });
    const said = (input: ReportInput, isPartly: (bucket: number) => boolean): readonly string[] =>
      noUnit(
        BUILDERS[input.request.service]
          .build(halfMeasured('LINE', isPartly, input))
          .sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []))
          .flatMap(({ text }) => (text.includes(' with most water ') ? text : [])),
      );
    expect(said(month, (at) => at === 30)).toEqual(['The day with most water was 30 Jun 2026: at least 40.0 KL.']);
    expect(said(month, (at) => at === 7)).toEqual(['The day with most water was 30 Jun 2026: 40.0 KL.']);
    expect(said(day, (at) => at === 24)).toEqual([
      'The hour with most water began at 10 Jun 2026 23:00: at least 33.0 KL.',
    ]);
    expect(said(day, (at) => at === 7)).toEqual(['The hour with most water began at 10 Jun 2026 23:00: 33.0 KL.']);
  });
});

describe('the words beneath a picture', () => {
  it('say on how many days a part of the bars was not measured', () => {
    const units = { LINE: { days: june(() => 5000) }, OTHER: { days: june((day) => (day <= 2 ? null : 1000)) } };
    for (const areas of [{ A: ['LINE'], B: ['OTHER'] }, { OUT: ['LINE', 'OTHER'] }])
      expect(pictureOf(units, undefined, areas)[1]).toMatch(/\. Hatched: 2 days were measured in part\.$/);
    expect(pictureOf({ LINE: units.LINE })[1]).not.toContain('Hatched');
  });

  it('count no day that runs, and none on which nothing was expected', () => {
    const units = { LINE: { days: june(() => 5000) }, OTHER: { days: june((day) => (day === 2 ? null : 1000)) } };
    const areas = { A: ['LINE'], B: ['OTHER'] };
    expect(pictureOf(units, '2026-06-03T10:00:00Z', areas)[1]).toContain(' Hatched: 1 day was');
    expect(pictureOf(units, '2026-06-02T10:00:00Z', areas)[1]).not.toContain('Hatched');
    const lackingOf = (input: ReportInput) => drawn(input).chart.lacking;
    expect(lackingOf(inputOf(units, '2026-06-02T10:00:00Z', areas))).toEqual([]);
    const later = inputOf(units, '2026-06-03T10:00:00Z', areas);
    expect(lackingOf(later)).toEqual([1]);
    expect(lackingOf(expectingNothingOf('OTHER', later))).toEqual([]);
  });
});
