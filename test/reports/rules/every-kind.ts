import type { Severity } from '../../../src/kernel/severity.ts';
import type {
  Attention,
  Cell,
  Chart,
  ChartPoint,
  ChartSection,
  ChartSeries,
  Column,
  Headline,
  MeasuredCell,
  ReportDocument,
  Row,
  Section,
  Sentence,
  TableSection,
  UnitCompleteness,
} from '../../../src/reports/rules/document.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

/** A small report that has every part there is. */

const day = businessDate('2026-01-15');
const total: MeasuredCell = {
  kind: 'quantity',
  value: 53,
  unit: 'KL',
  coverage: 0.9583,
  estimatedShare: 0.1,
  provisional: true,
  bound: 'at least',
  meters: 3,
  metersMeasured: 2,
};
const change: Cell = { kind: 'change', share: -0.25, from: 70.666, unit: 'KL' };
const severity: Severity = 'high';

const columns: readonly Column[] = (['text', 'quantity', 'percent'] as const).map((kind) => ({
  id: kind,
  title: kind,
  unit: kind === 'quantity' ? 'KL' : null,
  kind,
  decimals: null,
  total: kind === 'quantity' ? 'sum' : 'none',
  group: null,
}));
const row = (role: Row['role'], name: string, value: Cell, mark: Severity | null): Row => ({
  role,
  cells: [{ kind: 'text', text: name }, value, { kind: 'percent', share: 0.123 }],
  severity: mark,
});
const table: TableSection = {
  kind: 'table',
  id: 'units',
  title: 'Meters',
  columns,
  rows: [
    row('row', 'Bore', total, severity),
    row('row', 'Tank', { kind: 'missing', why: 'no reading' }, null),
    row('total', 'Total', total, null),
  ],
  note: 'A note.',
};

const x: readonly ChartPoint[] = [{ date: day }, { label: 'later' }];
const series: readonly ChartSeries[] = [
  { name: 'Bore', token: 'water', values: [53, null], estimated: [false, false] },
];
const chart: Chart = { form: 'bar', unit: 'KL', x, series, limits: [{ name: 'limit', value: 60 }], zeroLine: true };
const chartSection: ChartSection = {
  kind: 'chart',
  id: 'days',
  title: 'Bore gave 53 KL',
  chart,
  alternative: 'One bar.',
};

const headline: Headline = {
  title: 'Total',
  value: total,
  change,
  comparedWith: 'the day before',
  sparkline: { values: [50, null, 53], zeroLine: true },
};
const sentence: Sentence = { text: 'The bore gave 53 KL.', figures: [total] };
const sections: readonly Section[] = [
  chartSection,
  table,
  { kind: 'paragraphs', id: 'words', title: 'In words', sentences: [sentence] },
  { kind: 'tiles', id: 'tiles', title: 'At a glance', tiles: [headline] },
];
const attention: Attention = {
  severity,
  place: 'Bore',
  since: '14:20',
  fact: 'stood still',
  amount: { kind: 'duration', minutes: 90 },
  look: null,
};
const bore: UnitCompleteness = {
  unitId: 'B',
  name: 'Bore',
  coverage: 0.9583,
  estimatedShare: 0.1,
  missing: '1 of 24 h missing',
};

export const everyKind: ReportDocument = {
  service: 'water',
  reportType: 'daily',
  layout: 'v1',
  language: 'en',
  industry: {
    industryId: 'ACME',
    industryName: 'Acme',
    place: 'Pune',
    timezone: 'Asia/Kolkata',
    shiftStartAt: '06:00:00',
  },
  title: 'Water, one day',
  question: 'How much water went where?',
  period: { from: day, to: day, text: '15 Jan 2026' },
  generatedAtEpochMs: Date.UTC(2026, 0, 16, 1, 0),
  headlines: [headline],
  attention: [attention],
  sections,
  completeness: { sentence: '95.8 % was measured.', units: [bore] },
  method: ['Figures are those of device data.'],
  empty: null,
  logo: null,
  numberStyle: { locale: 'en-GB' },
};
