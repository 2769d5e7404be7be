import type {
  Cell,
  Column,
  MeasuredCell,
  ReportDocument,
  Row,
  TableSection,
  MissingReason,
} from '../../../src/reports/rules/document.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';

/* Reports as no builder makes them: every kind of cell, and everything that people type. */

export const HOSTILE_NAMES = [
  '=HYPERLINK("http://x")',
  '<script>alert(1)</script>',
  '<img src=http://169.254.169.254>',
  'जल शोधन संयंत्र मुख्य प्रवाह मीटर क्रमांक एक उत्तर दिशा क्षेत्र विस्तार परियोजना भाग',
  '+1; =1+1',
  '@SUM(A1)',
  'O\'Brien & Söhne, "Nord"',
  '-5 bar',
] as const;

export const quantity = (value: number, more: Partial<MeasuredCell> = {}): MeasuredCell => ({
  kind: 'quantity',
  value,
  unit: 'm³',
  coverage: 1,
  estimatedShare: 0,
  provisional: false,
  bound: null,
  meters: 1,
  metersMeasured: 1,
  ...more,
});
export const words = (text: string): Cell => ({ kind: 'text', text });
export const missing = (why: MissingReason | null = null): Cell => ({ kind: 'missing', why });

export const column = (id: string, title: string, more: Partial<Column> = {}): Column => ({
  id,
  title,
  unit: 'm³',
  kind: 'quantity',
  decimals: null,
  total: 'sum',
  group: null,
  ...more,
});
const nameColumn = column('unit', 'Unit', { unit: null, kind: 'text', total: 'none' });

export const row = (cells: readonly Cell[], role: Row['role'] = 'row'): Row => ({ role, cells, severity: null });

const FIRST_DAY = businessDate('2026-06-01');
const NOON = Date.UTC(2026, 5, 4, 8, 50);

/** Every kind of cell in one table, the hostile names in its first column. */
export const everyKind: TableSection = {
  kind: 'table',
  id: 'every-kind',
  title: 'Every kind of cell',
  columns: [
    nameColumn,
    column('flow', 'Flow', { group: 'June' }),
    column('level', 'Level', { kind: 'level', unit: '%', total: 'mean', group: 'June', decimals: 2 }),
    column('share', 'Share', { kind: 'percent', unit: null, total: 'none' }),
    column('change', 'Change', { kind: 'change', unit: null, total: 'none' }),
    column('count', 'Alarms', { kind: 'count', unit: null, total: 'max' }),
    column('at', 'Peak at', { kind: 'instant', unit: null, total: 'none' }),
    column('on', 'Date', { kind: 'date', unit: null, total: 'last' }),
    column('offline', 'Offline', { kind: 'duration', unit: null, total: 'sum' }),
  ],
  rows: [
    ...HOSTILE_NAMES.map((name, index) =>
      row([
        words(name),
        index === 1
          ? missing('not measured')
          : quantity(1234.5 * (index % 3 === 2 ? -1 : 1) + index / 8, {
              estimatedShare: index === 2 ? 0.125 : 0,
              coverage: index === 4 ? 0.956 : 1,
              provisional: index === 5,
            }),
        index === 3 ? missing() : quantity(70 + index, { kind: 'level', unit: '%' }),
        { kind: 'percent', share: index / 8 },
        { kind: 'change', share: index === 6 ? null : (index - 3) / 10, from: index === 6 ? 0 : 1200, unit: 'm³' },
        { kind: 'count', value: index },
        { kind: 'instant', epochMs: NOON + index * 3_600_000 },
        { kind: 'date', date: addDays(FIRST_DAY, index) },
        { kind: 'duration', minutes: 125 * index },
      ]),
    ),
    row(
      [
        words('Total'),
        quantity(1234.5 * 3 + (0 + 3 + 4 + 6 + 7 + 2 + 5) / 8, {
          bound: 'at least',
          estimatedShare: 0.02,
          coverage: 0.95,
        }),
        quantity((70 + 71 + 72 + 74 + 75 + 76 + 77) / 7, { kind: 'level', unit: '%' }),
        missing(),
        missing(),
        { kind: 'count', value: 7 },
        missing(),
        { kind: 'date', date: addDays(FIRST_DAY, 7) },
        { kind: 'duration', minutes: 125 * 28 },
      ],
      'total',
    ),
  ],
  note: 'Register checks ran at 02:00.',
};

/** More columns than a page is wide. */
export const wideTable = (columns: number, rows: number): TableSection => ({
  kind: 'table',
  id: 'wide',
  title: 'Days beside one another',
  columns: [nameColumn, ...Array.from({ length: columns - 1 }, (_, index) => column(`d${index}`, `Day ${index + 1}`))],
  rows: Array.from({ length: rows }, (_, index) =>
    row([words(`Unit ${index + 1}`), ...Array.from({ length: columns - 1 }, (__, day) => quantity(index * 10 + day))]),
  ),
  note: null,
});

export const longTable = (rows: number, columns = 8): TableSection => ({
  ...wideTable(columns, rows),
  id: 'long',
  title: 'Many rows',
});

export const report = (more: Partial<ReportDocument> = {}): ReportDocument => ({
  service: 'water',
  reportType: 'monthly',
  layout: 'v1',
  language: 'en',
  industry: {
    industryId: 'ACME',
    industryName: 'Acme <b>Textiles</b>',
    place: 'Pune',
    timezone: 'Asia/Kolkata',
    shiftStartAt: '06:00:00',
  },
  title: 'Water, June 2026',
  question: 'How much water was used, and where?',
  period: { from: FIRST_DAY, to: businessDate('2026-06-30'), text: '01 Jun 2026 – 30 Jun 2026' },
  generatedAtEpochMs: NOON,
  headlines: [
    {
      title: 'Consumption',
      value: quantity(12_345.678, { bound: 'at least' }),
      change: { kind: 'change', share: 0.123, from: 10_993.5, unit: 'm³' },
      comparedWith: 'May 2026',
      sparkline: { values: [3, 4, null, 5, 9, 2, 4], zeroLine: true },
    },
    { title: 'Coverage', value: { kind: 'percent', share: 0.956 }, change: null, comparedWith: null, sparkline: null },
    { title: 'Night flow', value: missing('no reading'), change: null, comparedWith: null, sparkline: null },
  ],
  attention: [
    {
      severity: 'critical',
      place: HOSTILE_NAMES[1],
      since: '12 Jun 2026 02:10',
      fact: 'Night flow doubled',
      amount: quantity(214),
      look: 'Valve chamber 3',
    },
    { severity: 'medium', place: HOSTILE_NAMES[0], since: null, fact: 'No reading', amount: null, look: null },
  ],
  sections: [
    {
      kind: 'chart',
      id: 'course',
      title: 'Night flow doubled on 12 June',
      alternative: 'Bars of thirty days, the highest on 12 June.',
      chart: {
        form: 'bar',
        unit: 'm³',
        x: Array.from({ length: 30 }, (_, day) => ({ date: addDays(FIRST_DAY, day) })),
        series: [
          {
            name: HOSTILE_NAMES[2],
            token: 'water',
            values: Array.from({ length: 30 }, (_, day) => (day === 7 || day === 8 ? null : 300 + 20 * (day % 7))),
            estimated: Array.from({ length: 30 }, (_, day) => day === 12),
          },
        ],
        limits: [{ name: 'Daily limit', value: 400 }],
        zeroLine: true,
      },
    },
    everyKind,
    {
      kind: 'paragraphs',
      id: 'summary',
      title: 'In words',
      sentences: [{ text: `Most went to ${HOSTILE_NAMES[0]}.`, figures: [quantity(214)] }],
    },
  ],
  completeness: {
    sentence: '1 of 8 units was measured in part.',
    units: [
      { unitId: 'U1', name: HOSTILE_NAMES[0], coverage: 1, estimatedShare: 0, missing: null },
      { unitId: 'U2', name: HOSTILE_NAMES[1], coverage: 0.956, estimatedShare: 0.02, missing: '31 of 720 h missing' },
    ],
  },
  method: ['The value of a day is the sum of its hours.'],
  empty: null,
  logo: null,
  numberStyle: { locale: 'und' },
  ...more,
});
