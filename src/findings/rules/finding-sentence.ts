import { MILLI } from '../../kernel/measure/exact.ts';
import { dateText, instantText } from '../../kernel/format/date-text.ts';
import { durationText, figureText, neededDecimals, percentText } from '../../kernel/format/figure-text.ts';
import { filledText } from '../../kernel/format/message.ts';
import { type Language, translated } from '../../kernel/language.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/time/durations.ts';
import { businessDate } from '../../kernel/time/business-date.ts';
import { FACT_VALUES, type FactForm, FINDING_FACTS } from './fact-words.ts';
import { FINDING_SENTENCES, VISIBLE_LEAK_SENTENCES } from './kind-words.ts';
import type { FindingKind, KindLimit } from './kinds.ts';
import type { Evidence } from './types.ts';
import type { VisibleLeak } from './visible-leak.ts';

/** The parts of a finding that its sentence tells. */
export interface ToldFinding {
  readonly kind: FindingKind;
  readonly unitId: string | null;
  readonly unitName: string | null;
  readonly swappedWith: string | null;
  readonly swappedWithName: string | null;
  readonly siUnit: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

const { days: DAYS } = translated('figureWords');
const MISSING = '–';

/** A sentence's key in the table, by the evidence where a kind has several. */
function sentenceKey({ kind, evidence }: ToldFinding): keyof typeof FINDING_SENTENCES {
  switch (kind) {
    case 'unusual-use':
      return evidence['verdict'] === 'less' ? 'less' : 'more';
    case 'silence':
      if ((evidence['silentSince'] ?? null) === null) return 'neverHeard';
      if ((evidence['silentUntil'] ?? null) === null) return 'silentNow';
      return evidence['silences'] === 1 ? 'silentOnce' : 'silentOften';
    case 'quality-outside': {
      const { value, max } = evidence;
      return typeof value === 'number' && typeof max === 'number' && value > max ? 'above' : 'below';
    }
    default:
      return kind;
  }
}

/** Names of a swapped pair in order of ids, so that both halves read the same. */
function pairNames({ unitId, unitName, swappedWith, swappedWithName }: ToldFinding): Evidence {
  const [own, other] = [unitName ?? unitId ?? '', swappedWithName ?? swappedWith ?? ''];
  return (unitId ?? '') < (swappedWith ?? '') ? { one: own, other } : { one: other, other: own };
}

interface Read {
  readonly language: Language;
  readonly timezone: string;
}
interface FactOf extends Read {
  readonly siUnit: string;
  readonly parameterUnit: unknown;
}

/** More than this is told as more than this. */
const MOST_ODDS = 1_000_000;

const number = (value: number): string => figureText(value, neededDecimals(value));
const inUnit = (value: number, unit: string): string => `${number(value)}\u00a0${unit}`.trim();
const oddsText = (logTimes: number): string =>
  logTimes > Math.log(MOST_ODDS)
    ? `>\u00a0${number(MOST_ODDS)}\u00a0:\u00a01`
    : `${number(Math.exp(logTimes))}\u00a0:\u00a01`;

type Write<Value> = (value: Value, of: FactOf) => string;
const ofNumber =
  (write: Write<number>): Write<unknown> =>
  (value, of) =>
    typeof value === 'number' ? write(value, of) : MISSING;
const ofText =
  (write: Write<string>): Write<unknown> =>
  (value, of) =>
    typeof value === 'string' ? write(value, of) : MISSING;

const FORMS: Readonly<Record<FactForm, Write<unknown>>> = {
  amount: ofNumber((value, { siUnit }) => inUnit(value / MILLI, siUnit)),
  figure: ofNumber(number),
  ofParameter: ofNumber((value, { parameterUnit }) =>
    inUnit(value, typeof parameterUnit === 'string' ? parameterUnit : ''),
  ),
  percent: ofNumber((value) => inUnit(value, '%')),
  share: ofNumber((value) => percentText(value)),
  count: ofNumber(number),
  days: ofNumber((value, { language }) => filledText(DAYS[language], { count: number(value) }, language)),
  hours: ofNumber((value, { language }) => durationText((value * HOUR_MS) / MINUTE_MS, language)),
  duration: ofNumber((value, { language }) => durationText(value, language)),
  day: ofText((value, { language }) => dateText(businessDate(value), language)),
  instant: ofText((value, { timezone, language }) => instantText(Date.parse(value), timezone, language)),
  text: (value) => (typeof value === 'string' ? value : ''),
  list: (value) => (Array.isArray(value) ? value.map(String).join(', ') : MISSING),
  word: ofText((value, { language }) => FACT_VALUES[value]?.[language] ?? value),
  odds: ofNumber(oddsText),
};

const LIMIT_FORMS: Readonly<Record<KindLimit['unit'], FactForm>> = {
  '%': 'percent',
  minutes: 'duration',
  days: 'days',
};

/** A limit of a kind, as people read it. */
export const limitText = (value: number, unit: KindLimit['unit'], read: Read): string =>
  FORMS[LIMIT_FORMS[unit]](value, { ...read, siUnit: '', parameterUnit: null });

/** The named facts of a finding's evidence, as people read them. Facts that it lacks are left out. */
export const namedFacts = (
  { kind, siUnit, evidence }: Pick<ToldFinding, 'kind' | 'siUnit' | 'evidence'>,
  read: Read,
): readonly { readonly name: string; readonly text: string }[] =>
  Object.entries(FINDING_FACTS[kind]).flatMap(([key, words]) => {
    const value = evidence[key] ?? null;
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    const of = { ...read, siUnit, parameterUnit: evidence['parameterUnit'] };
    return [{ name: words[read.language], text: FORMS[words.form](value, of) }];
  });

/**
 * The sentence of a finding, without its place and without a full stop, the same on every page, in every report, mail
 * and answer.
 */
export function findingSentence(finding: ToldFinding, read: Read): string {
  const { siUnit, evidence } = finding;
  const facts: Readonly<Record<string, unknown>> = { ...evidence, ...pairNames(finding) };
  const of = { ...read, siUnit, parameterUnit: evidence['parameterUnit'] };
  return filled(FINDING_SENTENCES[sentenceKey(finding)][read.language], facts, of);
}

const filled = (template: string, facts: Readonly<Record<string, unknown>>, of: FactOf): string =>
  template
    .replaceAll(/\{(\w+):(\w+)\}/g, (_, form: FactForm, name: string) => FORMS[form](facts[name] ?? null, of))
    .replaceAll(/ +(?=[ ,])/g, '');

/** The smallest leak that a meter shows, in a sentence without a full stop. */
export function visibleLeakSentence(leak: VisibleLeak | null, siUnit: string, language: Language): string {
  const key = leak === null ? 'unknown' : leak.isByPulses ? 'byPulses' : 'byUse';
  return filled(VISIBLE_LEAK_SENTENCES[key][language], { ...leak }, { ...NO_TIME, language, siUnit });
}
const NO_TIME = { timezone: 'UTC', parameterUnit: null };
