import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { BUILDERS } from '../../src/reports/rules/builders.ts';
import { SERVICES_OF_TYPE } from '../../src/reports/rules/services-of-type.ts';
import { REPORT_SERVICES, REPORT_TYPES, type ReportService } from '../../src/reports/rules/terms.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { createThreadBuilder } from '../../src/reports/build-report.ts';
import { inputOf, inputPieces } from '../../src/reports/input-pieces.ts';
import { reportInput } from './rules/support/works.ts';

const builder = createThreadBuilder();
afterAll(() => builder.stop());

const UNITS = 1_000;
const ids = Array.from({ length: UNITS }, (_, index) => `U${index}`);
const each = (figure: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => figure + index * 7);
const CATEGORIES = ['FLOW_CATEGORY', 'FLOW_CATEGORY', 'STOCK_CATEGORY', 'ENERGY_CATEGORY'];

/** A building of so many units, of which a tenth has sent nothing. */
const building = (service: ReportService, units: readonly string[]) =>
  reportInput({
    request: { service, reportType: REPORT_TYPES.find((type) => SERVICES_OF_TYPE[type].includes(service)) ?? 'daily' },
    now: '2026-07-02T10:00:00Z',
    units: Object.fromEntries(
      units.map((unitId, index) => [
        unitId,
        {
          displayName: `Unit ${index}`,
          standardCategoryId: CATEGORIES[index % CATEGORIES.length] ?? '',
          changes: { maxCapacity: 1e6 },
          days: index % 10 === 9 ? [] : each(48_000 + index, 30),
          before: each(47_000 + index, 30),
          hours: each(2000 + index, 24),
        },
      ]),
    ),
    categories: {
      ID_SOURCE: { A: units.slice(0, units.length / 2) },
      ID_CONSUMPTION: { B: units.slice(units.length / 2) },
    },
    findings: units.slice(0, 3).map((unitId) => ({
      kind: 'leak',
      unitId,
      place: `Place of ${unitId}`,
      severity: 'high',
      sentence: '4.8 KL a day flows on beyond the usual, 25 % of the usual use',
      firstDay: businessDate('2026-06-03'),
      silentSinceEpochMs: null,
    })),
  });

describe('a report that is built by a thread', () => {
  it.each(REPORT_SERVICES)('of %s is the one that its builder builds', async (service) => {
    const input = building(service, ids.slice(0, 60));
    let expected: unknown;
    try {
      expected = BUILDERS[service].build(input);
    } catch (error) {
      await expect(builder.build(input)).rejects.toThrow(error instanceof Error ? error.message : '');
      return;
    }
    expect(await builder.build(input)).toEqual(expected);
  });

  it('of 1,000 units comes and goes in pieces of some milliseconds, and others have a turn between any two', async () => {
    const input = building('water', ids);
    const pieces = [...inputPieces(input)];
    const weights = pieces.map((piece) => {
      if (piece.kind === 'spans') return piece.spans.reduce((sum, [, { entries }]) => sum + entries.length, 0);
      return piece.kind === 'units' ? piece.units.length : 0;
    });
    expect(Math.max(...weights)).toBeLessThan(550);
    expect(inputOf(pieces)).toEqual(input);
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    await builder.build(input);
    isOver = true;
    await others;
    expect(turns).toBeGreaterThan(pieces.length);
  });

  it('has no unit in its first piece, also where units of the industry are retired', () => {
    const input = building('water', ids.slice(0, 3));
    const { industry } = input;
    const pieces = [...inputPieces({ ...input, industry: { ...industry, unitsEver: industry.units } })];
    expect(structuredClone(pieces[0])).toEqual([...inputPieces(input)][0]);
    expect(inputOf(pieces)).toEqual(input);
  });

  it('that fails is told in the words of its builder, and the next one is built', async () => {
    const input = building('custom_water', ids.slice(0, 2));
    const broken = {
      ...input,
      plan: { ...input.plan, days: null },
      period: null,
      request: { ...input.request, service: 'nothing' as ReportService },
    };
    await expect(builder.build(broken)).rejects.toThrow('the report could not be built');
    expect((await builder.build(building('water', ids.slice(0, 2)))).service).toBe('water');
  });
});
