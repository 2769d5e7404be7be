import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { isMeasured } from '../../src/reports/rules/cells.ts';
import type { Cell, MeasuredCell, ReportDocument } from '../../src/reports/rules/document.ts';
import { SERVICES_OF_TYPE } from '../../src/reports/rules/services-of-type.ts';
import { REPORT_SERVICES, REPORT_TYPES, type ReportService, type ReportType } from '../../src/reports/rules/terms.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { writeReport } from '../../src/reports/writers/write-report.ts';
import { misfits } from './rules/support/read-document.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { asked } from './asked.ts';
import { plant, sendHours } from './plant.ts';

/* Every service in circumstances that are not everyday ones: right figures, and nothing that cannot be read. */

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-07-10T12:00:00Z');
});

const typesOf = (service: ReportService, types: readonly ReportType[]): readonly ReportType[] =>
  types.filter((type) => SERVICES_OF_TYPE[type].includes(service));
/** A report of every service over one day, and of every service over some days. */
const OF_A_DAY = REPORT_SERVICES.flatMap((service) =>
  typesOf(service, ['daily', 'granular', 'custom'])
    .slice(0, 1)
    .map((type) => [service, type] as const),
);
const OF_DAYS = REPORT_SERVICES.flatMap((service) =>
  typesOf(service, ['monthly', 'custom', 'granular'])
    .slice(0, 1)
    .map((type) => [service, type] as const),
);

const build = (industry: Industry, service: ReportService, type: ReportType, from: string, to = from) =>
  buildReport(context, industry, asked(service, type, from, { endDate: to }));

function* cellsOf({ headlines, attention, sections }: ReportDocument): Generator<Cell> {
  for (const { value, change } of headlines) {
    yield value;
    if (change !== null) yield change;
  }
  for (const { amount } of attention) if (amount !== null) yield amount;
  for (const section of sections) {
    if (section.kind === 'table') for (const { cells } of section.rows) yield* cells;
    if (section.kind === 'paragraphs') for (const { figures } of section.sentences) yield* figures;
  }
}
const numbersOf = (cell: Cell): readonly number[] =>
  isMeasured(cell) || cell.kind === 'count'
    ? [cell.value]
    : cell.kind === 'percent'
      ? [cell.share]
      : cell.kind === 'change'
        ? [cell.from, ...(cell.share === null ? [] : [cell.share])]
        : [];

/** What holds of every report there is. */
async function requireReadable(document: ReportDocument): Promise<void> {
  expect(misfits(document)).toEqual([]);
  const cells = [...cellsOf(document)];
  expect(cells.flatMap(numbersOf).filter((number) => !Number.isFinite(number))).toEqual([]);
  expect(document.title).not.toBe('');
  expect(document.completeness.sentence).not.toBe('');
  for (const format of ['html', 'csv'] as const) {
    const text = Buffer.from(await writeReport(document, format)).toString();
    expect(text).not.toMatch(/\bNaN\b|\bundefined\b|\[object |>null<|Infinity/);
    if (document.empty !== null) expect(text).toContain(document.empty);
  }
}

const firstColumn = (document: ReportDocument, kind: 'instant' | 'date') =>
  document.sections.flatMap((section) =>
    section.kind === 'table' && section.columns[0]?.id === 'bucket' && section.columns[0].kind === kind
      ? [section.rows.filter(({ role }) => role === 'row').map(({ cells }) => cells[0])]
      : [],
  );

/** What a meter is, and not what it has read. */
const OF_METERS = new Set(['capacity', 'factor']);
const readFigures = (document: ReportDocument): readonly MeasuredCell[] => {
  const sections = document.sections.map((section) =>
    section.kind !== 'table'
      ? section
      : {
          ...section,
          rows: section.rows.map((row) => ({
            ...row,
            cells: row.cells.filter((_, at) => !OF_METERS.has(section.columns[at]?.id ?? '')),
          })),
        },
  );
  return [...cellsOf({ ...document, sections })].filter(isMeasured);
};

describe('without any reading', () => {
  let industry: Industry;
  beforeAll(async () => {
    industry = await plant(context);
  });

  it.each([...OF_A_DAY, ...OF_DAYS])('%s %s says why it is empty, and has no figure', async (service, type) => {
    const document = await build(industry, service, type, '2026-06-01', '2026-06-10');
    expect(document.empty).not.toBeNull();
    expect([...readFigures(document)]).toEqual([]);
    await requireReadable(document);
  });
});

describe('with a unit that sends nothing', () => {
  let industry: Industry;
  beforeAll(async () => {
    industry = await plant(context);
    await sendHours(context, industry, ['2026-06-09', '2026-06-10']);
  });

  it.each(OF_A_DAY)('%s %s can be read', async (service, type) => {
    const document = await build(industry, service, type, '2026-06-10');
    if (service !== 'alert') expect(document.empty).toBeNull();
    await requireReadable(document);
  });

  it.each(
    OF_A_DAY.filter(([service]) =>
      (['water', 'borewell', 'smart_city', 'summary', 'water_balance', 'ground_water_withdrawal'] as const)
        .map(String)
        .concat('custom_water', 'custom_withdrawal')
        .includes(service),
    ),
  )('%s %s has a total that is "at least", and names the unit', async (service, type) => {
    const document = await build(industry, service, type, '2026-06-10');
    const least = [...cellsOf(document)].filter(isMeasured).filter(({ bound }) => bound === 'at least');
    expect(least.map(({ value }) => value)).toContain(service === 'borewell' || /with/.test(service) ? 24 : 36);
    expect(document.completeness.units).toContainEqual(
      expect.objectContaining({ unitId: 'SPARE', missing: '24 of 24 h missing' }),
    );
  });
});

describe('of a month in progress', () => {
  let industry: Industry;
  beforeAll(async () => {
    industry = await plant(context);
    await sendHours(context, industry, ['2026-06-01', '2026-07-10']);
  });

  it.each(OF_DAYS)('%s %s says that it runs, tells no day to come, and can be read', async (service, type) => {
    const document = await build(industry, service, type, '2026-07-01', '2026-07-31');
    expect(document.period.text).toContain('still running');
    await requireReadable(document);
    for (const dates of firstColumn(document, 'date')) {
      expect(dates).toHaveLength(10);
      expect(dates.at(-1)).toEqual({ kind: 'date', date: '2026-07-10' });
    }
    if (service === 'alert') return;
    expect([...cellsOf(document)].filter(isMeasured).some(({ provisional }) => provisional)).toBe(true);
  });
});

describe.each([
  ['2026-03-28', 23],
  ['2025-10-25', 25],
] as const)('of %s in Berlin, which has %i hours', (day, hours) => {
  let industry: Industry;
  beforeAll(async () => {
    industry = await plant(context, { timezone: 'Europe/Berlin', shiftStartAt: '06:00:00' });
    await sendHours(context, industry, [day, day]);
  });

  it.each(OF_A_DAY)('%s %s has as many hours, and their sum', async (service, type) => {
    const document = await build(industry, service, type, day);
    await requireReadable(document);
    if (type === 'daily') for (const instants of firstColumn(document, 'instant')) expect(instants).toHaveLength(hours);
    const values = [...cellsOf(document)].filter(isMeasured).map(({ value }) => value);
    const bore = service === 'borewell' || /withdrawal|smart|^water|^custom_water|consolidated|summary$/.test(service);
    if (bore && service !== 'ai_summary') expect(values).toContain(hours);
    expect(document.completeness.units.every(({ coverage }) => coverage === 1 || coverage === 0)).toBe(true);
  });
});

describe('with a bore that was added in mid-month', () => {
  let industry: Industry;
  beforeAll(async () => {
    industry = await plant(context);
    const others = ['RAIN', 'LINE', 'TANK', 'WELL', 'PUMP', 'LAB'];
    await sendHours(context, industry, ['2026-06-01', '2026-06-30'], others);
    await sendHours(context, industry, ['2026-06-12', '2026-06-30'], ['BORE']);
  });

  it.each(OF_DAYS)('%s %s tells from when it has figures', async (service, type) => {
    const document = await build(industry, service, type, '2026-06-01', '2026-06-30');
    await requireReadable(document);
    const bore = document.completeness.units.find(({ unitId }) => unitId === 'BORE');
    if (bore !== undefined) expect(bore.missing).toBe('264 of 720 h missing, all before 12 Jun 2026');
  });
});

describe('with a bore whose factor and unit changed in mid-month', () => {
  let industry: Industry;
  beforeAll(async () => {
    const before = await plant(context);
    await sendHours(context, before, ['2026-06-01', '2026-06-30']);
    industry = await plant(context, {
      industryId: before.industryId,
      bore: { flowFactor: 3, siUnit: 'm³', meta: { effectiveFrom: '16/06/2026' } },
    });
  });

  it.each(OF_DAYS)('%s %s can be read', async (service, type) => {
    const document = await build(industry, service, type, '2026-06-01', '2026-06-30');
    await requireReadable(document);
    // Figures in different units are never one, and a sum has its unit.
    expect(readFigures(document).filter(({ kind, unit }) => kind === 'quantity' && unit === '')).toEqual([]);
    for (const section of document.sections)
      if (section.kind === 'chart' && section.chart.unit === '') expect(section.id).not.toMatch(/source|bores|supply/);
  });

  it('each day counts by the multiplier of that day, and the report tells of the change', async () => {
    const document = await build(industry, 'borewell', 'monthly', '2026-06-01');
    // 15 days of 24 KL, and as many of three times as much.
    expect([...cellsOf(document)].filter(isMeasured).map(({ value }) => value)).toContain(15 * 24 + 15 * 72);
    expect(document.attention).toContainEqual(
      expect.objectContaining({
        place: 'Bore 1',
        since: '16 Jun 2026',
        fact: 'Changed in the period: multiplier from 1 to 3',
      }),
    );
  });
});

it('every service and every type is in one of these', () => {
  expect(new Set(OF_A_DAY.concat(OF_DAYS).map(([service]) => service))).toEqual(new Set(REPORT_SERVICES));
  expect(REPORT_TYPES.length).toBeGreaterThan(0);
});
