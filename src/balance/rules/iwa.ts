import { type BalanceFigure, difference, balanceFigure, type FigureParts, type Measuring } from './figure.ts';
import { percentOf } from './status.ts';

/**
 * The balance in the standard terms of the International Water Association (Lambert and Hirner, The Blue Pages, 2000;
 * AWWA Manual M36). Losses are not split into apparent and real ones, because meters alone cannot tell them apart.
 */
export interface IwaBalance {
  /** Inflow less the gain of the tanks. */
  readonly systemInputVolume: BalanceFigure;
  /** Sum of the meters of uses. */
  readonly authorisedConsumption: BalanceFigure;
  /** System input volume - authorised consumption. */
  readonly waterLosses: BalanceFigure;
  /** Water losses / system input volume, percent, 2 decimals. */
  readonly waterLossesPercent: number | null;
}

/** @param stored gain of the tanks over the period; null where there are none */
export function iwaBalance(
  inflow: FigureParts,
  outflow: FigureParts,
  stored: FigureParts | null,
  measuring: Measuring,
): IwaBalance {
  const input = stored === null ? inflow : difference(inflow, stored);
  const losses = difference(input, outflow);
  return {
    systemInputVolume: balanceFigure(input, measuring),
    authorisedConsumption: balanceFigure(outflow, measuring),
    waterLosses: balanceFigure(losses, measuring),
    waterLossesPercent: percentOf(losses.value, input.value),
  };
}
