import type { Unheard } from '../../../../src/kernel/document/types.ts';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import type { ReportService } from '../../../../src/reports/rules/terms.ts';
import { reportInput, type Works } from './works.ts';

const DAYS = 30;
const each = (figure: number): number[] => Array.from({ length: DAYS }, () => figure);

/** In milli-units, as documents have it. */
const silence = (value: number): Unheard => ({
  value,
  from: '2026-05-07T11:45:00.000Z',
  to: '2026-06-01T18:15:00.000Z',
  times: 1,
  silences: 1,
});

/** What passed each meter in the silence from 07 May to 01 Jun, as notes tell it. */
export const UNHEARD: Readonly<Record<string, string>> = {
  'Bore 1': '2 878 KL',
  'Rain inlet': '412 KL',
  Boiler: '305 KL',
};
export const WHEN = 'from 07 May 2026 11:45 to 01 Jun 2026 18:15';

/** A spaced figure has a narrow space, which no reader tells apart. */
export const plainSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ');

interface Case {
  readonly service: ReportService;
  readonly more: Partial<Works['request']>;
}

const V2 = { layout: 'v2' } as const;
const inBoth = (service: ReportService): readonly Case[] => [
  { service, more: {} },
  { service, more: V2 },
];

/** Each builder that prints totals of water, in each of its layouts. */
export const TOTALS_OF_WATER: readonly Case[] = [
  ...(
    [
      'water',
      'borewell',
      'rain_water',
      'smart_city',
      'ground_water_withdrawal',
      'consolidated',
      'custom_water',
      'custom_withdrawal',
    ] as const
  ).flatMap(inBoth),
  { service: 'custom_water', more: { body: { columns: ['value'], breakdown: false } } },
  { service: 'custom_withdrawal', more: { body: { columns: ['finalRegister', 'value'], breakdown: false } } },
  { service: 'summary', more: { reportType: 'daily' } },
  { service: 'summary', more: { reportType: 'daily', ...V2 } },
  { service: 'ai_summary', more: { reportType: 'daily' } },
  { service: 'executive', more: {} },
  { service: 'water_balance', more: {} },
];

/** The report of June of three meters that were silent in May. */
export const unheardReport = ({ service, more }: Case): ReportDocument =>
  BUILDERS[service].build(
    reportInput({
      request: { service, reportType: 'monthly', ...more },
      now: '2026-07-02T08:00:00Z',
      units: {
        BORE: { displayName: 'Bore 1', days: each(1_238_000), unheard: silence(2_878_000) },
        RAIN: { displayName: 'Rain inlet', days: each(62_000), unheard: silence(412_000) },
        USE: { displayName: 'Boiler', days: each(1_200_000), unheard: silence(305_000) },
      },
      categories: { ID_SOURCE: { A: ['BORE'], B: ['RAIN'] }, ID_CONSUMPTION: { C: ['USE'] } },
    }),
  );
