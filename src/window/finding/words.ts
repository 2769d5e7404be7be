import { html } from 'hono/html';
import type { z } from 'zod';
import type { findingObject } from '../../findings/http/schemas/insights.ts';
import { findingSentence } from '../../findings/rules/finding-sentence.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { figureText, neededDecimals } from '../../kernel/format/figure-text.ts';
import { volumeFromLitres } from '../../kernel/measure/litres.ts';
import { parseRequestDate } from '../../kernel/time/business-date.ts';
import { severityMark } from '../alerts/parts.ts';
import { dateOf, addressOf } from '../dates.ts';
import { spanText } from '../figures.ts';
import { assigneeSaid } from '../assignees.ts';
import type { Markup, Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';

export type FindingRow = z.infer<typeof findingObject>;

export const FINDING = '/app/finding';
export const findingAddress = (id: string): string => addressOf(FINDING, { id });

const dayText = (text: string, { language }: Texts): string => dateText(dateOf(text), language);

/** The unit of a finding, or the site as a whole. */
export const findingPlace = ({ alerts }: Visit['texts'], { unitId, unitName }: FindingRow): string =>
  unitId === null ? alerts.wholeSite : (unitName ?? unitId);

/** The finding in a sentence, in the language of the page. */
export const findingSays = ({ language, clock }: Pick<Visit, 'language' | 'clock'>, finding: FindingRow): string =>
  findingSentence(finding, { language, timezone: clock.timezone });

/** The sentence with its place before it. A swapped pair names its units itself. */
export function placedSays(visit: Pick<Visit, 'texts' | 'language' | 'clock'>, finding: FindingRow): string {
  const says = findingSays(visit, finding);
  return finding.kind === 'swapped-meters' ? says : `${findingPlace(visit.texts, finding)}: ${says}`;
}

/** First and last day of a finding; one date when they are equal. */
export function daysSaid({ texts }: Pick<Visit, 'texts'>, finding: FindingRow): string {
  const { insights: t, today } = texts;
  const [first, last] = [dayText(finding.firstDay, texts), dayText(finding.lastDay, texts)];
  if (!finding.isOpen) return spanText(first, last, texts);
  if (first === last) return fill(today.since, { time: first });
  return fill(t.stillOpen, { first, last });
}

const amountText = (amount: number, unit: string): string =>
  `${figureText(amount, neededDecimals(amount))}\u00a0${unit}`;

/** Water in the measure that the unit has beside it: of `KL` and of `KL/day`, in KL. */
export function waterText(litres: number, siUnit: string): string {
  const { value, unit } = volumeFromLitres(litres, siUnit);
  return amountText(value, unit);
}

/** Water, energy and money of a day that a finding goes on; null: nobody can say. */
export function costOfDay(
  { insights: t }: Visit['texts'],
  { litres, litresPerDay, kilowattHours, kilowattHoursPerDay, money, currency, siUnit }: FindingRow,
): string | null {
  const [all, perDay, amount] =
    litresPerDay === null
      ? [kilowattHours, kilowattHoursPerDay, amountText(kilowattHoursPerDay ?? 0, 'kWh')]
      : [litres, litresPerDay, waterText(litresPerDay, siUnit)];
  if (perDay === null) return null;
  // Money is known of all days together.
  const moneyPerDay = money === null || all === null || all === 0 ? null : (money * perDay) / all;
  const priced = moneyPerDay === null ? '' : `, ${figureText(moneyPerDay, 2)}\u00a0${currency ?? ''}`.trimEnd();
  return fill(t.perDay, { amount: `${amount}${priced}` });
}

/** The same of all its days together; null: nobody can say. */
export function costOfAll(
  { insights: t }: Visit['texts'],
  { litres, kilowattHours, money, currency, siUnit }: FindingRow,
): string | null {
  const amount =
    litres !== null ? waterText(litres, siUnit) : kilowattHours === null ? null : amountText(kilowattHours, 'kWh');
  if (amount === null) return null;
  const priced = money === null ? '' : `, ${figureText(money, 2)}\u00a0${currency ?? ''}`.trimEnd();
  return fill(t.altogether, { amount: `${amount}${priced}` });
}

/** Whether a mute has no end, which no calendar of figures reaches. */
export const isForGood = (mutedUntil: string): boolean => parseRequestDate(mutedUntil) === null;

/** Until when a kind is muted; null: it is told. */
export function mutedSaid(
  { texts: { insights: t, language }, clock }: Pick<Visit, 'texts' | 'clock'>,
  mutedUntil: string | null,
): string | null {
  if (mutedUntil === null) return null;
  if (isForGood(mutedUntil)) return t.mutedForGood;
  const until = dateOf(mutedUntil);
  return until > clock.today ? fill(t.mutedUntil, { date: dateText(until, language) }) : null;
}

/** In which shape a finding is: open or over, the word of a person, a mute. */
export const shapeSaid = (visit: Pick<Visit, 'texts' | 'clock'>, finding: FindingRow): string => {
  const { insights: t } = visit.texts;
  const { isOpen, fate, mutedUntil } = finding;
  const parts = [
    fate === 'healed' ? t.healed : isOpen ? t.open : t.over,
    ...(fate === null || fate === 'healed' ? [] : [t[fate]]),
    mutedSaid(visit, mutedUntil),
  ];
  return parts.filter((part) => part !== null).join(', ');
};

/** Since when it is open, or the days on which it was. */
const sinceSaid = (visit: Visit, finding: FindingRow): string =>
  finding.isOpen
    ? fill(visit.texts.today.since, { time: dayText(finding.firstDay, visit.texts) })
    : daysSaid(visit, finding);

/** Whether the sentence itself tells since when. */
const tellsSince = ({ kind, isOpen }: FindingRow): boolean =>
  isOpen && (kind === 'swapped-meters' || kind === 'silence');

/** A finding as a link to its page, and facts beside it. */
export function findingLink(visit: Visit, finding: FindingRow): Markup {
  const { texts } = visit;
  const beside = [
    tellsSince(finding) ? null : sinceSaid(visit, finding),
    costOfDay(texts, finding),
    finding.isOpen && finding.fate === null ? mutedSaid(visit, finding.mutedUntil) : shapeSaid(visit, finding),
    assigneeSaid(texts, finding),
  ].filter((part) => part !== null);
  return html`<a href="${findingAddress(finding.id)}">${placedSays(visit, finding)}</a>
    <span class="muted">${beside.join(' · ')}</span>`;
}

/** A finding in one line. */
export const findingLine = (visit: Visit, finding: FindingRow): Markup =>
  html`<li>${severityMark(visit.texts, finding.severity)} ${findingLink(visit, finding)}</li>`;
