import { type BalanceInput, type WaterBalance, waterBalanceInSteps } from '../../../src/balance/rules/balance.ts';
import type { Meter } from '../../../src/balance/rules/meter.ts';
import { formsOf } from '../../../src/balance/rules/sensitivity.ts';
import type { VirtualFormula } from '../../../src/balance/rules/units-over-days.ts';
import { atOnce } from '../../../src/kernel/pieces.ts';
import { category, provenance, span, spansOf, unit } from '../../figures/rules/device-data/support.ts';
import { flowMeter, unitsOver } from './meters.ts';

export interface Works {
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly uses: Readonly<Record<string, readonly string[]>>;
  readonly tanks?: readonly string[];
  readonly stockStandard?: string;
  readonly meters: readonly Meter[];
  readonly virtual?: readonly { readonly formula: VirtualFormula; readonly value: number | null }[];
  readonly waterSources?: BalanceInput['waterSources'];
  /** Units of measure of meters that are not in KL. */
  readonly siUnits?: Readonly<Record<string, string>>;
}

const spanOfMeter = (meter: Meter, siUnit = 'KL') => {
  const standard = meter.levels === null ? 'FLOW_CATEGORY' : 'STOCK_CATEGORY';
  const { slotsExpected, slotsGenuine, readingsUsed, readingsEstimated } = meter;
  return span(
    unit(meter.unitId, standard, { siUnit, maxCapacity: meter.levels === null ? null : 1000 }),
    meter.value,
    [],
    {
      provenance: provenance({
        slotsExpected,
        slotsGenuine,
        readingsUsed,
        readingsEstimated,
        coverageRatio: slotsExpected === 0 ? null : slotsGenuine / slotsExpected,
        estimatedShare: 0,
      }),
    },
  );
};

/** The balance of works in whose answer nothing is divided. */
export function balanceOf(
  {
    sources,
    uses,
    tanks,
    stockStandard = 'STOCK_CATEGORY',
    meters,
    virtual: virtualUnits = [],
    waterSources = new Map(),
    siUnits = {},
  }: Works,
  divisionFactor = 1,
): WaterBalance {
  const spans = spansOf(
    ...meters.map((meter) => spanOfMeter(meter, siUnits[meter.unitId])),
    ...virtualUnits.map(({ formula, value }) => span(unit(formula.unitId, 'virtualCategory'), value)),
  );
  const figures = Object.fromEntries(virtualUnits.map(({ formula, value }) => [formula.unitId, [value]]));
  const input: BalanceInput = {
    categories: {
      inflow: category('FLOW_CATEGORY', sources),
      outflow: category('FLOW_CATEGORY', uses),
      rawStock: tanks === undefined ? null : category(stockStandard, { TANKS: tanks }),
      recycledStock: null,
    },
    spans,
    meters: new Map(meters.map((meter) => [meter.unitId, meter])),
    waterSources,
    divisionFactor,
    forms: formsOf(
      [...spans.keys()],
      unitsOver(
        meters,
        virtualUnits.map(({ formula }) => formula),
        figures,
      ),
    ),
  };
  return atOnce(waterBalanceInSteps(input));
}

const BORES = flowMeter('BORE', [1_000_000]);
export const TOWN = flowMeter('TOWN', [500_000]);
export const plant = (used: number, more: Partial<Works> = {}): Works => ({
  sources: { BORES: ['BORE'], TOWN: ['TOWN'] },
  uses: { PLANT: ['PLANT'] },
  meters: [BORES, TOWN, flowMeter('PLANT', [used])],
  ...more,
});
