import { expect, it } from 'vitest';
import type { FigureRow } from '../../../src/figures/rules/figures/figure-rows.ts';
import { unheardLine } from '../../../src/window/unit/parts.ts';
import { textsOf } from '../../../src/window/texts.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

const today = businessDate('2026-06-12');
const visit = { texts: textsOf('en'), clock: { timezone: 'UTC', language: 'en', startAt: '06:00:00', today } } as const;

const row = (more: Partial<FigureRow>): FigureRow => ({
  unitId: 'PUMP',
  unitName: 'Pump',
  standardCategoryId: 'ENERGY_CATEGORY',
  date: businessDate('2026-06-11'),
  start: '2026-06-11T06:00:00.000Z',
  parameter: null,
  value: null,
  siUnit: 'kWh',
  openingRegister: null,
  closingRegister: null,
  coverage: 0.9,
  estimatedShare: 0,
  offlineMinutes: 0,
  offlineValue: null,
  unheardValue: null,
  unheardFrom: null,
  unheardTo: null,
  unheardSilences: null,
  unheardSilentValue: null,
  unheardSilentFrom: null,
  unheardSilentTo: null,
  bound: null,
  meters: null,
  metersMeasured: null,
  ...more,
});

it('tells what passed between two registers beside a silence, whatever the voltage of the unit is', async () => {
  const [from, to] = ['2026-06-11T07:00:00.000Z', '2026-06-11T09:00:00.000Z'];
  const silent = { unheardSilences: 1, unheardSilentValue: 5, unheardSilentFrom: from, unheardSilentTo: to };
  const rows = [
    row({ value: 100, bound: 'at least', unheardValue: 6, unheardFrom: from, unheardTo: to, ...silent }),
    row({ parameter: 'voltage', value: 11_000, siUnit: 'V' }),
  ];
  expect(String(await unheardLine(visit, { siUnit: 'kWh' }, rows))).toContain('1.00 kWh passed between two registers');
});
