import { filledText, type MessageValues } from '../../kernel/format/message.ts';
import { figureText, neededDecimals } from '../../kernel/format/figure-text.ts';
import { type Language, type Translated, translated } from '../../kernel/language.ts';
import type { TankEnd } from './tank-outlook.ts';

/* When a tank is low, empty or full, in words: pages and mails say the same. */

const WORDS = translated('tankEnds');

const say = (text: Translated, language: Language, values: MessageValues): string =>
  filledText(text[language], values, language);

const STEPS = [
  { name: 'minutes', minutes: 1, step: 5, until: 2 * 60 },
  { name: 'hours', minutes: 60, step: 1, until: 48 * 60 },
  { name: 'days', minutes: 24 * 60, step: 1, until: Infinity },
] as const;

/** `in 5 to 8 hours`: rounded outwards, so that a band never looks more certain than it is. */
function whenText({ fromMinutes, toMinutes }: TankEnd, language: Language): string {
  const scale = STEPS.find(({ until }) => (toMinutes ?? fromMinutes) < until) ?? STEPS[2];
  const length = scale.minutes * scale.step;
  const from = Math.floor(fromMinutes / length) * scale.step;
  const to = Math.ceil((toMinutes ?? 0) / length) * scale.step;
  const timeOf = (count: number): string => say(WORDS[scale.name], language, { count: figureText(count, 0) });
  if (toMinutes === null) return say(WORDS.earliest, language, { from: timeOf(from) });
  if (from === 0 || from === to) return say(from === 0 ? WORDS.within : WORDS.about, language, { to: timeOf(to) });
  return say(WORDS.between, language, { from: figureText(from, 0), to: timeOf(to) });
}

/** `10 %` of a tank. */
export const tankPercentText = (percent: number): string => `${figureText(percent, neededDecimals(percent))}\u00a0%`;

/** `At this rate low (10 %) in 5 to 8 hours, empty in 7 to 11 hours.`; null: no end is told. */
export function tankEndsSentence(ends: readonly TankEnd[], language: Language): string | null {
  if (ends.length === 0) return null;
  const told = ends.map((end) =>
    say(WORDS[end.end], language, { percent: tankPercentText(end.atPercent), when: whenText(end, language) }),
  );
  return say(WORDS.ends, language, { ends: told.join(', ') });
}
