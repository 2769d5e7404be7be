/** `°C`, `deg C`, `degrees`. */
const DEGREES = /^\s*(?:°|deg)/i;
const PH = /^\s*pH\b/i;

/**
 * Whether a share of such a figure says anything. The zero of pH and of degrees is a convention: 22 °C are not 10 %
 * more than 20 °C. So they differ by amounts. Spec gap: how changes of parameters are told is not stated.
 */
export const hasShares = (siUnit: string, parameterName = ''): boolean =>
  !DEGREES.test(siUnit) && !PH.test(siUnit) && !PH.test(parameterName);
