import { composeMeans, nullWhenEmpty } from '../processors/parameters.ts';
import { parametersToDisplay } from './display.ts';
import type { UnitSpan } from './unit-span.ts';

/** Per parameter the mean over the quality units that have it; null when no unit has a figure. */
export function parameterMeans(spans: readonly UnitSpan[]): Readonly<Record<string, number | null>> | null {
  const figures = spans.flatMap(({ figures: whole }) =>
    whole === null || whole.value === null || typeof whole.value === 'number' ? [] : [whole.value],
  );
  const means = nullWhenEmpty(composeMeans(figures));
  return means === null ? null : parametersToDisplay(means);
}
