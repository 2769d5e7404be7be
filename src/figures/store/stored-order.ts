import { figuresByName, type ParameterFigures } from '../rules/processors/parameters.ts';
import type { Figure, ProcessedDocument } from '../../kernel/document/types.ts';

/**
 * The document with its parameters in the order in which the database gives them back: jsonb keeps shorter names first,
 * those of one length by their bytes. Documents that are composed of it are then the same text as those composed of the
 * stored one.
 */
export const inStoredOrder = <D extends ProcessedDocument>(document: D): D => ({
  ...document,
  value: ordered(document.value),
  ...(document.paramValue === undefined ? {} : { paramValue: orderedFigures(document.paramValue) }),
});

const ordered = (figure: Figure): Figure =>
  figure === null || typeof figure === 'number' ? figure : orderedFigures(figure);

const orderedFigures = (figures: ParameterFigures): ParameterFigures =>
  figuresByName(Object.keys(figures).sort(byLengthThenBytes), (name) => figures[name] ?? null);

function byLengthThenBytes(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length - b.length || Buffer.compare(a, b);
}
