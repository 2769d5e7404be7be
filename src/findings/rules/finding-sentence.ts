import { dateText, instantText } from '../../kernel/format/date-text.ts';
import { durationText, figureText, neededDecimals, percentText } from '../../kernel/format/figure-text.ts';
import type { Language } from '../../kernel/language.ts';
import { businessDate } from '../../kernel/time/business-date.ts';
import { FINDING_SENTENCES } from './kind-words.ts';
import type { FindingKind } from './kinds.ts';
import type { Evidence } from './types.ts';

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

const THOUSANDTHS = 1000;
const DAYS: Readonly<Record<Language, readonly [string, string]>> = { en: ['day', 'days'], hi: ['दिन', 'दिन'] };
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

/**
 * The sentence of a finding, without its place and without a full stop, the same on every page, in every report, mail
 * and answer.
 */
export function findingSentence(
  finding: ToldFinding,
  { language, timezone }: { readonly language: Language; readonly timezone: string },
): string {
  const { siUnit, evidence } = finding;
  const facts: Readonly<Record<string, unknown>> = { ...evidence, ...pairNames(finding) };
  const number = (value: number): string => figureText(value, neededDecimals(value));
  const FORMS: Readonly<Record<string, (value: unknown) => string>> = {
    amount: (value) => (typeof value === 'number' ? `${number(value / THOUSANDTHS)}\u00a0${siUnit}`.trim() : MISSING),
    figure: (value) => (typeof value === 'number' ? number(value) : MISSING),
    percent: (value) => (typeof value === 'number' ? `${number(value)}\u00a0%` : MISSING),
    share: (value) => (typeof value === 'number' ? percentText(value) : MISSING),
    count: (value) => (typeof value === 'number' ? number(value) : MISSING),
    days: (value) => (typeof value === 'number' ? `${number(value)} ${DAYS[language][value === 1 ? 0 : 1]}` : MISSING),
    duration: (value) => (typeof value === 'number' ? durationText(value) : MISSING),
    day: (value) => (typeof value === 'string' ? dateText(businessDate(value)) : MISSING),
    instant: (value) => (typeof value === 'string' ? instantText(Date.parse(value), timezone) : MISSING),
    text: (value) => (typeof value === 'string' ? value : ''),
  };
  const template: string = FINDING_SENTENCES[sentenceKey(finding)][language];
  return template
    .replaceAll(/\{(\w+):(\w+)\}/g, (_, form: string, name: string) => FORMS[form]?.(facts[name] ?? null) ?? MISSING)
    .replaceAll(/ +(?=[ ,])/g, '');
}
