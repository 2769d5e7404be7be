import type { Cell, Sentence } from '../../../../src/reports/rules/document.ts';

/* Numbers of a sentence, worked out from its figures without the code that has written it. */

/** Every number that a sentence holds, as it is written; names and dates of its figures are taken out first. */
function numbersIn({ text, figures }: Sentence): readonly string[] {
  const names = figures.flatMap((figure) => (figure.kind === 'text' ? [figure.text] : []));
  const withoutNames = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, '_'), text);
  const units = figures.flatMap((figure) => ('unit' in figure && figure.unit !== '' ? [figure.unit] : []));
  const withoutUnits = units.reduce((rest, unit) => rest.replaceAll(`\u00a0${unit}`, ' '), withoutNames);
  return withoutUnits.match(/(?:[<>]\u00a0[+−]?)?\d[\d\u202f]*(?:\.\d+)?/g) ?? [];
}

const BOUND = /^[<>]\u00a0[+−]?/;

const rounded = (value: number, written: string): boolean => {
  // What is too small to be rounded to anything but 0.
  if (BOUND.test(written)) return value !== 0 && Math.abs(value) < Number(written.replace(BOUND, ''));
  const decimals = written.split('.')[1]?.length ?? 0;
  const half = 0.5 * 10 ** -decimals;
  return Math.abs(Math.abs(value) - Number(written.replaceAll('\u202f', ''))) <= half + Math.abs(value) * 1e-9 + 1e-9;
};

/** What a figure may be written as: its own numbers. */
function numbersOf(figure: Cell): readonly number[] {
  switch (figure.kind) {
    case 'quantity':
    case 'level':
    case 'count':
      return [figure.value];
    case 'percent':
      return [figure.share * 100];
    case 'change':
      return [figure.from, ...(figure.share === null ? [] : [figure.share * 100])];
    case 'duration':
      return [Math.round(figure.minutes), Math.floor(Math.round(figure.minutes) / 60), Math.round(figure.minutes) % 60];
    case 'date':
      return figure.date.split('-').map(Number);
    case 'instant': {
      const at = new Date(figure.epochMs);
      return [at.getUTCDate(), at.getUTCFullYear(), at.getUTCHours(), at.getUTCMinutes()];
    }
    case 'missing':
    case 'text':
      return [];
  }
}

/** Numbers of a sentence that none of its figures gives. */
export const unbackedNumbers = (sentence: Sentence): readonly string[] =>
  numbersIn(sentence).filter(
    (written) => !sentence.figures.flatMap(numbersOf).some((value) => rounded(value, written)),
  );
