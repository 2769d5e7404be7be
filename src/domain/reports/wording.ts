import type { ReportDocument, Section, Sentence } from './document.ts';

/* A text that somebody else has written from the sentences of a report, such as a language model. */

const MAX_CHARACTERS = 4000;
/** Amounts in words, which no figure is held against. One and no are words of other meanings, too. */
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|halved|third|quarter|double|doubled|twice|triple|tripled|twofold|threefold|minus|negative)\b/giu;
const UP = /\b(?:more|up|rose|risen|rise|increase[ds]?|higher|grew|grown|above)\b/iu;
const DOWN = /\b(?:less|down|fell|fallen|fall|decrease[ds]?|lower|dropped|drop|declined?|below)\b/iu;

/** A number with the unit that follows it and the bound before or behind them, as they are compared. */
interface Amount {
  readonly number: number;
  readonly unit: string;
  /** `at least`; empty: none. */
  readonly bound: string;
}

/** What makes another statement of the number behind it. */
const BOUND =
  /\b(at least|at most|not more than|no more than|more than|not less than|no less than|less than|fewer than|up to|over|under|above|below|minimum of|maximum of|about|around|roughly|approximately|nearly|almost|some|as much as|as little as|exceeding|beyond|within|only)\s+(?:(?:the|a|an)\s+)?$/iu;
/** What is compared is bounded by nothing: `5.9 % more than the 1165 KL`. */
const COMPARED = /\d[\s\u202f\u00a0]*\S{0,6}\s+(?:more|less|fewer) than\s+(?:the\s+)?$/iu;
/** A bound behind a number and its unit. */
const BOUND_BEHIND =
  /^\s*,?\s*(or more|or less|or so|or fewer|and more|at least|at most|at the least|at the most|minimum|maximum)\b/iu;
/** A sign and no dash: nothing that it could join stands before it. */
const SIGN = /(?:^|[^\p{L}\p{N}])[-\u2212]$/u;
/** Markup, addresses and characters that nobody sees. Lines may break. */
const NOT_PROSE = /[<>]|:\/\/|\bwww\.|\]\(|[^\P{Cc}\n\r\t]|\p{Cf}/iu;

const NUMBER = /\d+(?:[\u202f\u00a0\u2009 ,'’]\d{3}(?!\d))*(?:\.\d+)?/gu;

/** Names of units and places may hold numbers, and are no statement about any. */
function withoutNames(text: string, sentences: readonly Sentence[]): string {
  const names = sentences.flatMap(({ figures }) =>
    figures.flatMap((cell) => (cell.kind === 'text' ? [cell.text] : [])),
  );
  return names
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ' _ '), text);
}

const unitsOf = (sentences: readonly Sentence[]): readonly string[] => [
  '%',
  ...new Set(
    sentences
      .flatMap(({ figures }) => figures.flatMap((cell) => ('unit' in cell && cell.unit !== '' ? [cell.unit] : [])))
      .toSorted((a, b) => b.length - a.length),
  ),
];

function amountsIn(text: string, units: readonly string[]): readonly Amount[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const rest = text.slice(match.index + match[0].length).replace(/^[\u202f\u00a0\u2009 ]/u, '');
    const unit = units.find((one) => rest.startsWith(one) && !/^[\p{L}\p{N}]/u.test(rest.slice(one.length))) ?? '';
    const before = text.slice(0, match.index);
    const number = Number(match[0].replaceAll(/[^\d.]/gu, ''));
    const ahead = COMPARED.test(before) ? undefined : BOUND.exec(before)?.[1];
    const bound = ahead ?? BOUND_BEHIND.exec(rest.slice(unit.length))?.[1] ?? '';
    return { number: SIGN.test(before) ? -number : number, unit, bound: bound.toLowerCase() };
  });
}

const keyOf = ({ number, unit }: Amount): string => `${number} ${unit}`;
const boundKeyOf = (amount: Amount): string => `${amount.bound} ${keyOf(amount)}`.trim();
const statementsOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?;])\s|\n/u).filter((one) => one.trim() !== '');

/** What a text says about the direction of a share: up, down, or nothing that is clear. */
function directionOf(text: string): 'up' | 'down' | null {
  const [up, down] = [UP.test(text), DOWN.test(text)];
  return up === down ? null : up ? 'up' : 'down';
}

/** Shares with the direction that their sentence gives them. */
function directionsIn(texts: readonly string[], units: readonly string[]): ReadonlyMap<string, Set<'up' | 'down'>> {
  const found = new Map<string, Set<'up' | 'down'>>();
  for (const text of texts) {
    const direction = directionOf(text);
    if (direction === null) continue;
    for (const amount of amountsIn(text, units)) {
      if (amount.unit !== '%') continue;
      found.set(keyOf(amount), (found.get(keyOf(amount)) ?? new Set()).add(direction));
    }
  }
  return found;
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(NUMBER_WORDS)].map(([word]) => word.toLowerCase()));

const strange = (text: string): ReadonlySet<string> =>
  new Set(text.match(/[^\p{ASCII}]/gu)?.filter((character) => /\p{N}/u.test(character)));

/**
 * Why a text may not stand for the sentences it was written from; null: it may. Every number of it has to be among
 * their figures, with the same sign, unit and bound, and no share may be turned round. Each of its sentences has to
 * name a figure, because what has none cannot be held against any. Spec gap: how a text is checked is not stated.
 */
export function wordingProblem(text: string, sentences: readonly Sentence[]): string | null {
  if (text.trim() === '') return 'it is empty';
  if (text.length > MAX_CHARACTERS) return `it has more than ${MAX_CHARACTERS} characters`;
  const units = unitsOf(sentences);
  const own = withoutNames(sentences.map((sentence) => sentence.text).join('\n'), sentences);
  const said = withoutNames(text, sentences);
  const hidden = NOT_PROSE.exec(said)?.[0];
  if (hidden !== undefined && !own.includes(hidden)) return 'it holds markup, an address or a hidden character';
  const foreign = [...strange(said)].find((digit) => !strange(own).has(digit));
  if (foreign !== undefined) return `it holds the sign ${foreign}, which is in no sentence`;
  const ownAmounts = amountsIn(own, units);
  const known = new Set(ownAmounts.map(keyOf));
  const saidAmounts = amountsIn(said, units);
  const unknown = saidAmounts.find((amount) => !known.has(keyOf(amount)));
  if (unknown !== undefined) return `it holds the number ${keyOf(unknown).trim()}, which is not among the figures`;
  const bounded = new Set(ownAmounts.map(boundKeyOf));
  const other = saidAmounts.find((amount) => !bounded.has(boundKeyOf(amount)));
  if (other !== undefined) return `it says ${boundKeyOf(other)}, which changes the bound of the figure`;
  const word = [...wordsOf(said)].find((one) => !wordsOf(own).has(one));
  if (word !== undefined) return `it holds an amount in words (${word}), which is not among the figures`;
  const statements = new Set(own.split('\n').flatMap(statementsOf));
  const bare = statementsOf(said).find((one) => !/\d| _ /u.test(one) && !statements.has(one));
  if (bare !== undefined) return `it holds a sentence without a figure (${bare.trim().slice(0, 60)})`;
  const allowed = directionsIn(own.split('\n'), units);
  for (const [share, directions] of directionsIn(statementsOf(said), units)) {
    const right = allowed.get(share);
    if (right !== undefined && [...directions].some((direction) => !right.has(direction)))
      return `it turns the share ${share} round`;
  }
  return null;
}

/** The sentences of a report that were written by rules. */
export const sentencesOf = ({ sections }: Pick<ReportDocument, 'sections'>): readonly Sentence[] =>
  sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []));

/** The report with a text above its own sentences, which stay as what backs it. */
export function withWording(document: ReportDocument, text: string): ReportDocument {
  const sentences = sentencesOf(document);
  const figures = sentences.flatMap((sentence) => sentence.figures);
  const paragraphs = text
    .split(/\n+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const worded: Section = {
    kind: 'paragraphs',
    id: 'worded',
    title: 'In short',
    sentences: paragraphs.map((line) => ({ text: line, figures })),
  };
  return {
    ...document,
    sections: [worded, ...document.sections],
    method: [
      ...document.method,
      'The first paragraph was worded by a language model. Every number in it was found among the figures of the others.',
    ],
  };
}
