import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import type { ReportFinding, ReportIncident, ReportInput } from '../../../../src/reports/rules/input.ts';
import { sinceBesideFact } from '../../../../src/reports/rules/sections/exceptions.ts';
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
    ...(['executive', 'water_balance'].includes(service)
      ? { reportType: 'custom', endDate: DAY }
      : { reportType: service === 'alert' ? 'granular' : 'daily' }),
  },
  now: '2026-06-11T00:15:00Z',
  units: { INLET: { ...METER, displayName: 'Inlet' }, ...units },
  categories: { ID_SOURCE: { X: ['INLET'] }, ID_RAW_WATER_STOCK: { Y: ['TANK'] } },
  ...more,
});

/** Where tanks read so many per cent. */
function reading(given: Works, percentage: number | null): ReportInput {
  const input = reportInput(given);
  const spans = new Map(
    [...(input.period?.spans ?? [])].map(([unitId, span]) => {
      const { figures } = span;
      if (figures === null) return [unitId, span] as const;
      if (span.unit.group !== 'STOCK') return [unitId, span] as const;
      const entries = span.entries.map((entry) => ({ ...entry, percentage }));
      const meta = { ...figures.meta, percentage };
      return [unitId, { ...span, entries, figures: { ...figures, meta } }] as const;
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
  it('is told by the summary of the morning of an open incident', () => {
    const given = works('summary', {}, { incidents: [incident('INLET', { place: 'Inlet' })] });
    const document = BUILDERS.summary.build(reportInput(given));
    expect(BUILDERS.summary.needs(reportInput(given).request)).toContain('incidents');
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

  it('is told of a meter that sends nothing any more as of one that sent a part, unless its silence is told', () => {
    const told = (more: object, findings: readonly ReportFinding[] = []) => {
      const given = works('water', { INLET: { ...METER, hours: [], displayName: 'Inlet', ...more } }, { findings });
      return toldOf(BUILDERS.water.build(reportInput(given)), 'Inlet');
    };
    expect(told({ genuine: 12 })).toEqual([['medium', 'Readings are missing', 0.5]]);
    expect(told({ days: [null] })).toEqual([['medium', 'Readings are missing', 1]]);
    expect(told({ days: [null], before: [null], yearAgo: [12_000] })).toHaveLength(1);
    // A spare is no gap.
    expect(told({ days: [null], before: [null] })).toEqual([]);
    const silent = finding({ kind: 'silence', sentence: 'Has sent nothing' });
    expect(told({ days: [null] }, [silent])).toEqual([['high', 'Has sent nothing']]);
  });

  it('has its start, which is told beside no sentence that tells it', () => {
    const startOf = (sentence: string) => {
      const silentSinceEpochMs = Date.parse('2026-06-07T12:45:00Z');
      const findings = [finding({ kind: 'silence', sentence, silentSinceEpochMs, unitId: 'INLET' })];
      const { attention } = BUILDERS.water.build(reportInput(works('water', {}, { findings })));
      return attention.flatMap((one) => (one.fact === sentence ? [one.since, sinceBesideFact(one)] : []));
    };
    const start = '07 Jun 2026 12:45';
    expect(startOf(`Has sent nothing since ${start}`)).toEqual([start, null]);
    expect(startOf('Has sent nothing')).toEqual([start, start]);
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
      const last = told(service).at(-1);
      expect([last?.severity, last?.fact, last?.amount]).toEqual([
        'critical',
        `${things - shown} more, the worst critical`,
        null,
      ]);
      expect(last?.standsFor).toHaveLength(things - shown);
    }
  });
});

describe('a tank', () => {
  const fullOf = (level: number, percentage: number | null, changes = {}) => {
    const document = BUILDERS.level.build(reading(works('level', { TANK: tank(level, changes) }), percentage));
    const table = document.sections.find(({ kind, title }) => kind === 'table' && title === 'Raw water stock');
    return plainRows(tableOf(document, table?.id ?? ''))[0];
  };

  // At level 0 a document has no percentage; the level itself says that the tank is empty.
  it('that is empty is 0 % full in its table', () => {
    expect(fullOf(0, null)).toMatchObject({ last: 0, full: 0 });
  });

  it('that was surveyed is as full as what it holds, not as its water stands high', () => {
    const volumeCurve = [
      { elevationMetres: 0, volumeCubicMetres: 0 },
      { elevationMetres: 5, volumeCubicMetres: 1000 },
    ];
    // 8 % of its height holds 400 KL of 1,000 KL.
    expect(fullOf(400_000, 8, { volumeCurve })).toMatchObject({ last: 400, full: 0.4 });
  });
});

const finding = (more: Partial<ReportFinding>): ReportFinding => ({
  kind: 'leak',
  unitId: 'INLET',
  place: 'Inlet',
  severity: 'high',
  sentence: '2.4\u00a0KL a day flows on beyond the usual, 20 % of the usual use',
  firstDay: businessDate('2026-06-08'),
  silentSinceEpochMs: null,
  ...more,
});

describe('a finding', () => {
  const SERVICES = ['water', 'level', 'summary', 'executive', 'alert', 'water_balance', 'ai_summary'];
  const low = finding({
    kind: 'tank-low',
    unitId: 'TANK',
    place: 'Fire tank',
    sentence: 'Was down to 10 % of its content; at 10 % it is low',
  });
  const built = (service: ReportService, findings: readonly ReportFinding[], units: Works['units'] = {}) =>
    BUILDERS[service].build(reading(works(service, { TANK: tank(150_000), ...units }, { findings }), 15));

  it.each(SERVICES as ReportService[])('is told by %s in its own words, with its first day', (service) => {
    const { attention } = built(service, [finding({}), low]);
    expect(attention.filter(({ severity }) => severity === 'high')).toMatchObject([
      { place: 'Inlet', fact: finding({}).sentence, since: '08 Jun 2026', amount: null },
      { place: 'Fire tank', fact: low.sentence, since: '08 Jun 2026', look: 'Its inlet, and what draws from it' },
    ]);
  });

  it('is told by the summary in words by the same sentence, and there is none of a tank at 15 %', () => {
    const said = sentencesOf(built('ai_summary', [finding({}), low]));
    expect(said).toContain('Inlet: 2.4 KL a day flows on beyond the usual, 20 % of the usual use.');
    expect(said).toContain('Fire tank: Was down to 10 % of its content; at 10 % it is low.');
    expect(sentencesOf(built('ai_summary', [])).filter((text) => text.includes('Fire tank'))).toEqual([]);
    for (const service of ['summary', 'level', 'ai_summary'] as const)
      expect(toldOf(built(service, []), 'Fire tank')).toEqual([]);
  });

  it('is no process: a meter that runs alike in every hour is told by no report', () => {
    const process = { INLET: { ...METER, displayName: 'Inlet', hours: Array.from({ length: 24 }, () => 10_000) } };
    for (const service of ['water', 'summary', 'ai_summary'] as const) {
      const document = built(service, [], process);
      expect(toldOf(document, 'Inlet')).toEqual([]);
      expect(sentencesOf(document).filter((text) => /Inlet.*(leak|hour)/.test(text))).toEqual([]);
    }
  });

  it('of the industry is of the whole site, and of a swapped pair names both units once', () => {
    const swapped = finding({ kind: 'swapped-meters', sentence: 'A and B seem to be swapped since 01 Jun 2026' });
    const balance = finding({
      kind: 'balance',
      unitId: null,
      place: null,
      sentence: '9 KL a day are not accounted for',
    });
    const document = built('ai_summary', [swapped, balance]);
    expect(toldOf(document, 'The whole site')).toEqual([['high', '9 KL a day are not accounted for']]);
    expect(sentencesOf(document)).toContain('A and B seem to be swapped since 01 Jun 2026.');
    expect(sentencesOf(document)).toContain('The whole site: 9 KL a day are not accounted for.');
  });

  it('of a silence has its instant and is told once, and that of a unit which never sent has none', () => {
    const silent = finding({
      kind: 'silence',
      sentence: 'Has sent nothing since 10 Jun 2026, 07:30',
      silentSinceEpochMs: Date.parse('2026-06-10T07:30:00Z'),
    });
    const gone = { INLET: { ...METER, displayName: 'Inlet', days: [null], hours: [] } };
    const partly = { INLET: { ...METER, displayName: 'Inlet', genuine: 12 } };
    expect(built('water', [silent], partly).attention.filter(({ place }) => place === 'Inlet')).toMatchObject([
      { fact: silent.sentence, since: '10 Jun 2026 07:30' },
    ]);
    expect(built('water', [{ ...silent, silentSinceEpochMs: null }]).attention).toMatchObject([{ since: null }]);
    for (const units of [gone, partly]) {
      const said = sentencesOf(built('ai_summary', [silent], units));
      expect(said.filter((text) => text.includes('Inlet'))).toEqual([`Inlet: ${silent.sentence}.`]);
      expect(said).not.toContain('Every unit has sent all it should have.');
    }
    expect(sentencesOf(built('ai_summary', [], gone))).toContain('Nothing came from Inlet.');
  });

  it.each(['unusual-use', 'leak', 'burst', 'standstill'] as const)(
    'of %s stands for the change of its unit, which is told of longer periods alone',
    (kind) => {
      const factsOf = (reportType: 'daily' | 'daily_range', findings: readonly ReportFinding[]) => {
        const days = reportType === 'daily' ? [30_000] : [30_000, 30_000];
        const before = days.map(() => 12_000);
        const request = { service: 'water', reportType, startDate: DAY, endDate: businessDate('2026-06-11') } as const;
        const given = works('water', { INLET: { displayName: 'Inlet', days, before } }, { findings, request });
        return toldOf(BUILDERS.water.build(reportInput({ ...given, now: '2026-06-12T08:00:00Z' })), 'Inlet').map(
          ([, fact]) => fact,
        );
      };
      const known = finding({ kind, sentence: 'As found' });
      expect(factsOf('daily', [])).toEqual([]);
      expect(factsOf('daily_range', [])).toEqual(['Far more than before']);
      expect(factsOf('daily_range', [{ ...known, unitId: 'OTHER', place: 'Other' }])).toEqual(['Far more than before']);
      expect(factsOf('daily_range', [known])).toEqual(['As found']);
    },
  );
});
