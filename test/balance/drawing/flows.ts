import type { WaterBalance } from '../../../src/balance/rules/balance.ts';
import type { BalanceFigure } from '../../../src/balance/rules/figure.ts';
import type { BalanceStatus } from '../../../src/balance/rules/status.ts';
import { sankeySvg } from '../../../src/balance/drawing/sankey-svg.ts';

/* A balance in few words, for pictures of its flows. */

export const figure = (value: number | null, more: Partial<BalanceFigure> = {}): BalanceFigure => ({
  value,
  siUnit: 'KL',
  coverage: 1,
  slotsExpected: 24,
  slotsGenuine: 24,
  estimatedShare: 0,
  meters: 1,
  metersMeasured: 1,
  bound: null,
  band: null,
  ...more,
});
export const band = (value: number, plusMinus: number) => ({
  low: value - plusMinus,
  high: value + plusMinus,
  plusMinus,
  confidence: 0.95 as const,
});
type Parts = Readonly<Record<string, BalanceFigure>>;

/** Only what a picture of it reads is in it. */
export function balanceOf(
  sources: Parts,
  uses: Parts,
  {
    inflow,
    outflow,
    stock,
    unaccounted,
    status = 'unknown',
  }: Record<'inflow' | 'outflow' | 'stock' | 'unaccounted', BalanceFigure> & { status?: BalanceStatus },
): WaterBalance {
  const parts = (given: Parts): WaterBalance['sources'] =>
    Object.fromEntries(
      Object.entries(given).map(([id, part]) => [
        id,
        { ...part, displayName: id, share: null, units: [{ ...part, unitId: id, displayName: id }] },
      ]),
    );
  return {
    waterBalance: {
      totalInflow: inflow.value,
      totalOutflow: outflow.value,
      balance: null,
      balancePercentage: null,
      status,
    },
    figures: {
      inflow,
      outflow,
      balance: figure(null),
      stockChange: stock,
      recycledStockChange: figure(null),
      unaccounted: { ...unaccounted, status },
    },
    sources: parts(sources),
    uses: parts(uses),
    sustainability: {
      waterNeutralityIndex: null,
      rating: 'not water neutral',
      freshWithdrawal: null,
      recycled: null,
      rainWater: null,
    },
    iwa: {
      systemInputVolume: figure(950),
      authorisedConsumption: outflow,
      waterLosses: unaccounted,
      waterLossesPercent: null,
    },
    unheard: [],
    uncertainty: {
      confidence: 0.95,
      method: '',
      dominantMeter: null,
      dominantMeterOfUnaccounted: null,
      unknown: [],
      meters: [],
    },
  };
}

/** KL: 700 + 300 came in, 600 + 250 went out, 50 stayed in tanks, so 100 is unaccounted for. */
export const PLANT = balanceOf(
  { Bores: figure(700), Town: figure(300, { coverage: 0.5, bound: 'at least' }) },
  { Cooling: figure(600), Boiler: figure(250, { estimatedShare: 0.1 }) },
  {
    inflow: figure(1000, { coverage: 0.75, bound: 'at least' }),
    outflow: figure(850),
    stock: figure(50),
    unaccounted: figure(100, { band: band(100, 30) }),
    status: 'surplus',
  },
);
export const draw = (balance: WaterBalance): string =>
  sankeySvg({
    industryName: 'Plains Water',
    title: 'Water balance',
    dateLine: '15 Jan 2026',
    theme: 'light',
    language: 'en',
    balance,
  });
