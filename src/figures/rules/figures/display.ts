import type { Figure, Unheard } from '../../../kernel/document/types.ts';
import { dividedBy } from '../../../kernel/measure/exact.ts';
import {
  composeMeans,
  meansAmong,
  meansOrNull,
  nullWhenEmpty,
  type ParameterFigures,
} from '../processors/parameters.ts';
import { unlikeNames } from '../processors/unlike-parameters.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';

/**
 * Per parameter the mean over the quality units that have it, null where they have it in different units of measure;
 * null when no unit has a figure.
 */
export function parameterMeans(
  spans: readonly { readonly unit: Pick<Unit, 'params'>; readonly figures: { readonly value: Figure } | null }[],
): ParameterFigures | null {
  const unlike = unlikeNames(
    spans.flatMap(({ unit, figures }) =>
      Object.entries(meansOrNull(figures?.value) ?? {}).flatMap(([name, mean]) =>
        mean === null ? [] : [[name, unit] as const],
      ),
    ),
  );
  const means = nullWhenEmpty(composeMeans(meansAmong(spans.map(({ figures }) => figures?.value)), unlike));
  return means === null ? null : parametersToDisplay(means);
}

/**
 * A raw figure as answers show it: divided by divisionFactor (1235182.6 milli-units are 1235.1826). Figures are whole
 * millionths, so rounding removes only the noise of the division and, with factors such as 7, digits beyond decimals.
 * null stays null.
 * @param value milli-units
 * @param divisionFactor not 0; 1 for figures that are not milli-units
 */
export const toDisplay = (value: number | null, divisionFactor: number): number | null =>
  value === null ? null : dividedBy(value, divisionFactor);

/**
 * Parameter figures (quality, electrical) are in units of their own and never divided; samples are shown in whole
 * billionths, as means are.
 */
export const parametersToDisplay = (figures: ParameterFigures): ParameterFigures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, toDisplay(value, 1)]));

/** A document's figure as answers show it: numbers divided, parameters not. */
export const figureToDisplay = (figure: Figure, divisionFactor: number): Figure =>
  figure === null || typeof figure === 'number' ? toDisplay(figure, divisionFactor) : parametersToDisplay(figure);

/** The key of an answer: what passed and is in no figure, divided as the figure is; absent where nothing has. */
export const unheardToDisplay = (
  unheard: Unheard | null | undefined,
  divisionFactor: number,
): { readonly unheard?: Unheard } =>
  unheard === null || unheard === undefined
    ? {}
    : {
        unheard: {
          ...unheard,
          value: dividedBy(unheard.value, divisionFactor),
          ...(unheard.silent === undefined
            ? {}
            : { silent: { ...unheard.silent, value: dividedBy(unheard.silent.value, divisionFactor) } }),
        },
      };
