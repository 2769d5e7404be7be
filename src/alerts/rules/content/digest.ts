import type { Language } from '../../../kernel/language.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { type AlertWords, labelOf } from '../content.ts';
import type { ToldKind } from '../facts.ts';
import { byWeight, type Weight } from '../weight.ts';
import { adviceText, mailWords } from './catalogue-texts.ts';
import { nameWords, localTimeWords } from './figure-words.ts';

/** One held-back message in short. */
export interface DigestEntry extends Weight {
  readonly kind: ToldKind;
  /** In the language of the digest. */
  readonly subject: string;
  readonly at: EpochMillis;
}

interface Digest {
  readonly industryName: string;
  readonly entries: readonly DigestEntry[];
  readonly now: EpochMillis;
  readonly timezone: string;
  readonly link: string | null;
}

const MOST_ROWS = 30;

const isOver = ({ kind }: DigestEntry): boolean => kind === 'recovered' || kind === 'withdrawn';

/** Most entries of a short form. */
const MOST_BRIEF = 5;

/** One message in place of many that had to wait. The worst come first, by severity and strength, then the newest. */
export function digestWords({ industryName, entries, now, timezone, link }: Digest, language: Language): AlertWords {
  const sorted = entries.toSorted(
    (a, b) => Number(isOver(a)) - Number(isOver(b)) || (isOver(a) ? 0 : byWeight(a, b)) || b.at - a.at,
  );
  const timeOf = (at: EpochMillis): string => localTimeWords(at, now, timezone, language);
  const critical = entries.filter((entry) => !isOver(entry) && entry.severity === 'critical').length;
  const place = nameWords(industryName);
  const fact = mailWords(language, 'messages', {
    count: entries.length,
    time: timeOf(Math.min(now, ...entries.map(({ at }) => at))),
    critical: critical === 0 ? null : critical,
  });
  const worst = sorted[0];
  const left = sorted.length - MOST_ROWS;
  return {
    language,
    action: adviceText(language, worst === undefined || isOver(worst) ? 'allOver' : 'worstFirst'),
    brief: sorted.slice(0, MOST_BRIEF).map(({ subject }) => mailWords(language, 'sentence', { words: subject })),
    subject: `${place}: ${fact}`,
    place,
    fact,
    rows: [
      ...sorted.slice(0, MOST_ROWS).map(({ kind, severity, at, subject }) => ({
        name: mailWords(language, 'labelAt', { label: labelOf(kind, severity, language).label, time: timeOf(at) }),
        value: subject,
      })),
      ...(left > 0
        ? [{ name: mailWords(language, 'notShown'), value: mailWords(language, 'more', { count: left }) }]
        : []),
    ],
    ...(worst === undefined ? labelOf('recovered', 'low', language) : labelOf(worst.kind, worst.severity, language)),
    colour: 'water',
    link,
    footer: mailWords(language, 'digestFooter'),
  };
}
