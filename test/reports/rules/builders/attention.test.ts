import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import type { ReportIncident, ReportInput } from '../../../../src/reports/rules/input.ts';
import { attentionCount } from '../../../../src/reports/rules/sections/exceptions.ts';
import type { ReportService } from '../../../../src/reports/rules/terms.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { plain, plainRows, tableOf } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';

const incident = (unitId: string, more: Partial<ReportIncident> = {}): ReportIncident => ({
  alertId: unitId,
  alertType: 'level_exceed',
  title: 'Below its limit',
  severity: 'critical',
  state: 'open',
  isAcknowledged: false,
  unitId,
  place: unitId,
  fromEpochMs: Date.parse('2026-06-10T07:30:00Z'),
  toEpochMs: null,
  fact: 'Below its limit',
  amount: null,
  limit: null,
  ...more,
});

const DAY = businessDate('2026-06-10');

/** 12 KL a day, which stands still at night. */
const METER = {
  days: [12_000],
  before: [12_000],
  hours: Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 0 : 1000)),
};

/** A tank of 1,000 KL that stands at so many milli-KL all day, and reads so many per cent. */
const tank = (level: number, changes: object = {}) => ({
  standardCategoryId: 'STOCK_CATEGORY',
  displayName: 'Fire tank',
  changes: { maxCapacity: 1_000_000, ...changes },
  days: [level],
  before: [level],
  hours: Array.from({ length: 24 }, () => level),
});

const works = (service: ReportService, units: Works['units'], more: Partial<Works> = {}): Works => ({
  request: {
    service,
    startDate: DAY,
    ...(service === 'executive' ? { reportType: 'custom', endDate: DAY } : { reportType: 'daily' }),
  },
  now: '2026-06-11T00:15:00Z',
  units: { INLET: { ...METER, displayName: 'Inlet' }, ...units },
  categories: { ID_SOURCE: { X: ['INLET'] }, ID_RAW_WATER_STOCK: { Y: ['TANK'] } },
  ...more,
});

/** Where every unit has sent to the end, and tanks read so many per cent. */
function reading(given: Works, percentage: number | null): ReportInput {
  const input = reportInput(given);
  const spans = new Map(
    [...(input.period?.spans ?? [])].map(([unitId, span]) => {
      const { figures } = span;
      if (figures === null) return [unitId, span] as const;
      const provenance = { ...figures.provenance, lastEpoch: Date.parse('2026-06-10T23:59:00Z') };
      if (span.unit.group !== 'STOCK') return [unitId, { ...span, figures: { ...figures, provenance } }] as const;
      const entries = span.entries.map((entry) => ({ ...entry, percentage }));
      const meta = { ...figures.meta, percentage };
      return [unitId, { ...span, entries, figures: { ...figures, meta, provenance } }] as const;
    }),
  );
  return { ...input, period: input.period === null ? null : { ...input.period, spans } };
}

const toldOf = ({ attention }: ReportDocument, place: string) =>
  attention
    .filter((one) => one.place === place)
    .map(({ severity, fact, amount }) => [severity, fact, ...(amount === null ? [] : [plain(amount)])]);

const sentencesOf = ({ sections }: ReportDocument): readonly string[] =>
  sections.flatMap((section) =>
    section.kind === 'paragraphs' ? section.sentences.map(({ text }) => text.replaceAll(/[\u202f\u00a0]/g, ' ')) : [],
  );

describe('what needs attention', () => {
  it('is told by the summary of the morning of an open incident and of an empty tank', () => {
    const given = works('summary', { TANK: tank(20_000) }, { incidents: [incident('INLET', { place: 'Inlet' })] });
    const document = BUILDERS.summary.build(reading(given, 2));
    expect(BUILDERS.summary.needs(reportInput(given).request)).toContain('incidents');
    expect(toldOf(document, 'Fire tank')).toEqual([['critical', 'Is nearly empty', 0.02]]);
    expect(toldOf(document, 'Inlet')).toEqual([['critical', 'Below its limit']]);
  });

  it.each([
    ['water', 'INLET'],
    ['level', 'TANK'],
  ] as const)('is told by the report of %s of open incidents of its units alone', (service, unitId) => {
    const incidents = [incident(unitId, { place: 'Here' }), incident('GONE', { place: 'Elsewhere' })];
    const given = works(service, { TANK: tank(500_000) }, { incidents });
    const input = reading(given, 50);
    const units = input.units.filter((unit) => unit.unitId === unitId);
    const document = BUILDERS[service].build({ ...input, units });
    expect(BUILDERS[service].needs(input.request)).toContain('incidents');
    expect(document.attention.flatMap(({ fact, place }) => (fact === 'Below its limit' ? [place] : []))).toEqual([
      'Here',
    ]);
  });

  it('is told of a meter whose multiplier or capacity changed in the period, and of no other version', () => {
    const given = works('water', {});
    const input = reportInput({ ...given, request: { ...given.request, reportType: 'monthly' } });
    const stored = input.industry.units.get('INLET');
    if (stored === undefined) throw new Error('The works have an inlet.');
    const toldAfter = (changes: object) => {
      const versions = [
        { effectiveFrom: businessDate('2026-01-01'), unit: stored.current, meta: {} },
        { effectiveFrom: DAY, unit: { ...stored.current, ...changes }, meta: {} },
      ];
      const units = new Map([...input.industry.units, ['INLET', { ...stored, versions }] as const]);
      const document = BUILDERS.water.build({ ...input, industry: { ...input.industry, units } });
      return toldOf(document, 'Inlet').filter(([, fact]) => String(fact).startsWith('Changed'));
    };
    expect(toldAfter({ flowFactor: 3 })).toEqual([['low', 'Changed in the period: multiplier from 1 to 3']]);
    expect(toldAfter({ maxCapacity: 5 })).toEqual([['low', 'Changed in the period: capacity']]);
    expect(toldAfter({ displayName: 'Inlet' })).toEqual([]);
  });

  it('is counted with what the list has no room for', () => {
    // Of each of 40 meters an incident is open.
    const names = Array.from({ length: 40 }, (_, index) => `M${index}`);
    const units = Object.fromEntries(names.map((name) => [name, METER]));
    const incidents = names.map((name) => incident(name));
    const categories = { ID_SOURCE: { X: names } };
    const told = (service: ReportService) =>
      BUILDERS[service].build(reading(works(service, units, { incidents, categories }), 50)).attention;
    // The director is told of the balance, too: no use is measured.
    for (const [service, shown, things] of [
      ['water', 10, 40],
      ['executive', 4, 41],
    ] as const) {
      expect(told(service)).toHaveLength(shown + 1);
      expect(plain(told(service).at(-1)?.amount)).toBe(things - shown);
      expect(attentionCount(told(service))).toBe(things);
    }
  });
});

describe('an empty tank', () => {
  // At level 0 a document has no percentage; the level itself says that the tank is empty.
  const empty = (service: ReportService) => BUILDERS[service].build(reading(works(service, { TANK: tank(0) }), null));

  it.each(['level', 'summary', 'custom_level'] as const)('in %s is nearly empty', (service) => {
    expect(toldOf(empty(service), 'Fire tank')).toEqual([['critical', 'Is nearly empty', 0]]);
  });

  it('is 0 % full in its tables, and in the summary in words', () => {
    const document = empty('level');
    const table = document.sections.find(({ kind, title }) => kind === 'table' && title === 'Raw water stock');
    expect(plainRows(tableOf(document, table?.id ?? ''))[0]).toMatchObject({ last: 0, full: 0 });
    expect(sentencesOf(empty('ai_summary'))).toContain('Fire tank stood at 0.0 % of its capacity (10 Jun 2026 00:00).');
  });
});

it('a surveyed tank is told by what it holds, not by how high its water stands', () => {
  // 8 % of its height holds 400 KL of 1,000 KL: nobody has to run.
  const volumeCurve = [
    { elevationMetres: 0, volumeCubicMetres: 0 },
    { elevationMetres: 5, volumeCubicMetres: 1000 },
  ];
  const input = reading(works('ai_summary', { TANK: tank(400_000, { volumeCurve }) }), 8);
  expect(sentencesOf(BUILDERS.ai_summary.build(input)).filter((text) => text.startsWith('Fire tank'))).toEqual([]);
  // 30 % of its height holds 5 % of its volume.
  const low = reading(works('ai_summary', { TANK: tank(50_000, { volumeCurve }) }), 30);
  expect(sentencesOf(BUILDERS.ai_summary.build(low))).toContain(
    'Fire tank stood at 5.0 % of its capacity (10 Jun 2026 00:00).',
  );
});
