import { clockText, instantText } from '../../../kernel/format/date-text.ts';
import { DAY_MS } from '../../../kernel/time/durations.ts';
import { type Language, translated } from '../../../kernel/language.ts';
import { SEVERITY_NAMES } from '../../../kernel/severity.ts';
import type { AlertFacts } from '../facts.ts';
import { oneLine } from '../../../kernel/text.ts';
import { claimWords } from './title.ts';
import { shortened } from './figure-words.ts';

/*
 * Short words for the screen of a phone, which lies where others see it: the place, the kind and the time, and no
 * figure. The page of the incident says the rest.
 */

const LONGEST_PLACE = 60;

const ALERT_TYPE_NAMES = translated('alertTypes');

const { several: SEVERAL, test: TEST, ...SENTENCES } = translated('browserAlert');

interface BrowserWords {
  readonly title: string;
  readonly body: string;
}

const placeOf = (name: string): string => shortened(oneLine(name), LONGEST_PLACE);

/** An incident in words of its reader's language. */
export function browserWords(facts: AlertFacts, language: Language): BrowserWords {
  const { kind, severity, alertType, since, now, timezone, unitName, industryName, report } = facts;
  const place = placeOf(unitName ?? industryName);
  const time = now - since < DAY_MS ? clockText(since, timezone) : instantText(since, timezone);
  const isOver = kind === 'recovered' || kind === 'withdrawn';
  return {
    title: isOver ? place : `${SEVERITY_NAMES[severity][language]}: ${place}`,
    body: SENTENCES[kind][language]
      .replace('{what}', () => claimWords(ALERT_TYPE_NAMES[alertType][language], report, language))
      .replace('{time}', () => time),
  };
}

/** Several incidents of one message. */
export const severalWords = (industryName: string, count: number, language: Language): BrowserWords => ({
  title: placeOf(industryName),
  body: SEVERAL[language].replace('{count}', String(count)),
});

export const testWords = (industryName: string, language: Language): BrowserWords => ({
  title: placeOf(industryName),
  body: TEST[language],
});
