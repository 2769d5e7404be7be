import type { Figure } from '../../../kernel/document/types.ts';
import { exactToBillionths, sum } from '../../../kernel/measure/exact.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import { lastKnown, meanOrNull } from './numbers.ts';
import type { HourRollup, ParameterRollup } from './types.ts';

/** Parameter to figure; null for a parameter without samples. */
export type ParameterFigures = Readonly<Record<string, number | null>>;

/** A figure that is the means of several parameters; null: it is missing, or one number. */
export const meansOrNull = (figure: Figure | undefined): ParameterFigures | null =>
  typeof figure === 'object' ? figure : null;

/** The means of parameters among figures. */
export const meansAmong = (figures: readonly (Figure | undefined)[]): readonly ParameterFigures[] =>
  figures.map(meansOrNull).filter((means) => means !== null);

/**
 * Parameters of a day: those the unit declares, then those that were sent without being declared, in order of
 * appearance.
 */
export function parameterNames(unit: Unit, hours: readonly HourRollup[]): readonly string[] {
  const names = new Set(Object.keys(unit.params));
  for (const hour of hours) for (const name of Object.keys(hour.params)) names.add(name);
  return [...names];
}

/** One figure per parameter name. */
export function figuresByName(names: Iterable<string>, figureOf: (name: string) => number | null): ParameterFigures {
  const figures: Record<string, number | null> = {};
  for (const name of names) {
    // An assignment to this one name would set the object's prototype instead of an entry.
    if (name === '__proto__') Object.defineProperty(figures, name, { value: figureOf(name), enumerable: true });
    else figures[name] = figureOf(name);
  }
  return figures;
}

/** Own entries only, so that a parameter called `constructor` is a parameter. */
const rollupOf = (hour: HourRollup, name: string): ParameterRollup | null => ownOf(hour.params, name) ?? null;

/** Mean of the parameter's samples in one hour; null when it has none. */
export function hourlyMean(hour: HourRollup | null, name: string): number | null {
  const rollup = hour === null ? null : rollupOf(hour, name);
  return rollup === null || rollup.count === 0 ? null : exactToBillionths(rollup.sum / rollup.count);
}

/** Mean of all the parameter's samples of the day (not the mean of hourly means); null when it has none. */
export function dailyMean(hours: readonly HourRollup[], name: string): number | null {
  const rollups = hours.flatMap((hour) => rollupOf(hour, name) ?? []);
  const count = sum(rollups.map((rollup) => rollup.count));
  return count === 0 ? null : exactToBillionths(sum(rollups.map((rollup) => rollup.sum)) / count);
}

/** The parameter's last sample of the day; null when it has none. */
function dailyLast(hours: readonly HourRollup[], name: string): number | null {
  const hour = hours.findLast((candidate) => (rollupOf(candidate, name)?.count ?? 0) > 0);
  const last = hour === undefined ? null : (rollupOf(hour, name)?.last ?? null);
  return last === null ? null : exactToBillionths(last);
}

const isLatest = (unit: Unit, name: string): boolean => ownOf(unit.params, name)?.isLatest === true;

/** paramValue of a day: the mean of all samples, or the parameter's own last value when it is declared isLatest. */
export const dailyParameterFigure = (unit: Unit, hours: readonly HourRollup[], name: string): number | null =>
  isLatest(unit, name) ? dailyLast(hours, name) : dailyMean(hours, name);

/**
 * Parameters without a mean in some periods: they were measured in more than one unit of measure, or in another one
 * than that of the last period, by which answers name it. Each with whether its last figure is in the one named.
 */
export type Unlike = ReadonlyMap<string, { readonly isLastNamed: boolean }>;

/** Every parameter has a mean. */
export const ALIKE: Unlike = new Map();

/** The figures, or null when no parameter has one. */
export const nullWhenEmpty = (figures: ParameterFigures): ParameterFigures | null =>
  Object.values(figures).some((figure) => figure !== null) ? figures : null;

/**
 * Per parameter the mean of the periods' figures that are not null (quality values of months and years).
 * @param unlike names of those without a mean
 */
export const composeMeans = (
  periods: readonly ParameterFigures[],
  unlike: Pick<ReadonlySet<string>, 'has'>,
): ParameterFigures =>
  figuresByName(namesIn(periods, []), (name) => (unlike.has(name) ? null : meanOrNull(figuresOf(periods, name))));

/**
 * paramValue of a month or year from its periods' paramValues: the mean of those that are not null, or the last of them
 * when the parameter is declared isLatest. A last one of another unit of measure than answers name is none.
 */
export function composeParameterValues(
  unit: Unit,
  periods: readonly ParameterFigures[],
  unlike: Unlike,
): ParameterFigures {
  const means = composeMeans(periods, unlike);
  const lastOf = (name: string): number | null =>
    unlike.get(name)?.isLastNamed === false ? null : lastKnown(figuresOf(periods, name));
  return figuresByName(namesIn(periods, Object.keys(unit.params)), (name) =>
    isLatest(unit, name) ? lastOf(name) : (ownOf(means, name) ?? null),
  );
}

const namesIn = (periods: readonly ParameterFigures[], declared: readonly string[]): ReadonlySet<string> =>
  new Set([...declared, ...periods.flatMap((period) => Object.keys(period))]);

const figuresOf = (periods: readonly ParameterFigures[], name: string): readonly (number | null)[] =>
  periods.map((period) => ownOf(period, name) ?? null);
