import type { EpochMillis } from '../../../kernel/time/types.ts';
import { type AlertWords, labelOf } from '../content.ts';
import type { ToldKind } from '../facts.ts';
import { byWeight, type Weight } from '../weight.ts';
import { nameWords, localTimeWords } from './words.ts';

/** One held-back message in short. */
export interface DigestEntry extends Weight {
  readonly kind: ToldKind;
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

const messagesCounted = (count: number): string => (count === 1 ? '1 message' : `${count} messages`);

/** One message in place of many that had to wait. The worst come first, by severity and strength, then the newest. */
export function digestWords({ industryName, entries, now, timezone, link }: Digest): AlertWords {
  const sorted = entries.toSorted(
    (a, b) => Number(isOver(a)) - Number(isOver(b)) || (isOver(a) ? 0 : byWeight(a, b)) || b.at - a.at,
  );
  const since = localTimeWords(Math.min(now, ...entries.map(({ at }) => at)), now, timezone);
  const critical = entries.filter((entry) => !isOver(entry) && entry.severity === 'critical').length;
  const place = nameWords(industryName);
  const fact = `${messagesCounted(entries.length)} since ${since}${critical === 0 ? '' : `, ${critical} of them critical`}`;
  const worst = sorted[0];
  const left = sorted.length - MOST_ROWS;
  return {
    action:
      worst === undefined || isOver(worst)
        ? 'Nothing to do: all of these incidents are over.'
        : 'Look at the first ones: they are the worst. If they are too many, raise the limits of their alerts.',
    brief: sorted.slice(0, MOST_BRIEF).map(({ subject }) => `${subject}.`),
    subject: `${place}: ${fact}`,
    place,
    fact,
    rows: [
      ...sorted.slice(0, MOST_ROWS).map((entry) => ({
        name: `${labelOf(entry.kind, entry.severity).label}, ${localTimeWords(entry.at, now, timezone)}`,
        value: entry.subject,
      })),
      ...(left > 0 ? [{ name: 'Not shown', value: `${left} more` }] : []),
    ],
    ...(worst === undefined ? labelOf('recovered', 'low') : labelOf(worst.kind, worst.severity)),
    colour: 'water',
    link,
    footer: 'Sent in one message, because these had to wait: for the end of quiet hours, or for room in the hour.',
  };
}
