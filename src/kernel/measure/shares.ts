import { dividedBy, minus } from './exact.ts';

/** `°C`, `deg C`, `degrees`. */
const DEGREES = /^\s*(?:°|deg)/i;
const PH = /^\s*pH\b/i;

/**
 * True when a share of such a figure has a meaning. The zero of pH and of degrees is a convention: 22 °C are not 10 %
 * more than 20 °C, so they differ by amounts. Spec gap: the wording of parameters' changes is not stated.
 */
export const hasShares = (siUnit: string, parameterName = ''): boolean =>
  !DEGREES.test(siUnit) && !PH.test(siUnit) && !PH.test(parameterName);

/** (now - before) / |before|; `before` is not 0. */
export const changeShare = (now: number, before: number): number => dividedBy(minus(now, before), Math.abs(before));
