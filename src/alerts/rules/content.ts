import type { COLOURS } from '../../kernel/format/colours.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { dayCountText } from '../../kernel/format/figure-text.ts';
import { type Language, translated } from '../../kernel/language.ts';
import { volumeFromLitres } from '../../kernel/measure/litres.ts';
import { type Severity, SEVERITY_COLOURS, SEVERITY_NAMES } from '../../kernel/severity.ts';
import { oneLine } from '../../kernel/text.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import type { LimitKind } from './types.ts';
import type { AlertFacts, ToldKind } from './facts.ts';
import {
  besideLimit,
  quantityWords,
  nameWords,
  shortened,
  durationWords,
  localInstantWords,
  localTimeWords,
} from './content/figure-words.ts';
import { PHRASES, type PhraseValues } from './content/type-phrases.ts';
import { adviceText, factText, mailWords } from './content/catalogue-texts.ts';
import { claimWords } from './content/title.ts';

type ColourName = keyof typeof COLOURS;

/** One row of the table below a message. */
export interface MessageRow {
  readonly name: string;
  readonly value: string;
}

/**
 * A message in words; each channel takes the parts that it can show. Every text is one line and not yet inert in html.
 */
export interface AlertWords {
  readonly language: Language;
  /** The advice: what shall I do? */
  readonly action: string;
  /** Lines below the fact for channels without room for rows, the most important first. */
  readonly brief: readonly string[];
  /** Place, fact and figure. */
  readonly subject: string;
  readonly place: string;
  readonly fact: string;
  readonly rows: readonly MessageRow[];
  /** One or two words: the severity, or that the alert is over. */
  readonly label: string;
  /** Colour of the label and of the measured value. */
  readonly labelColour: ColourName;
  readonly colour: ColourName;
  readonly link: string | null;
  /** Why this is sent, below everything. */
  readonly footer: string;
}

const LONGEST_UNIT = 16;

function piecesOf(facts: AlertFacts, language: Language): PhraseValues {
  const { limit, since, now, timezone } = facts;
  const unit = shortened(oneLine(facts.unit), LONGEST_UNIT);
  const { value } = facts;
  // The newest may be back at its limit, and on the other side.
  const worst = facts.peak ?? value;
  const isAbove = facts.side === null ? worst === null || limit === null || worst >= limit : facts.side === 'above';
  const isBack = value !== worst && value !== null && limit !== null && (isAbove ? value <= limit : value >= limit);
  // An incident that is over, or nearly so, is told by its worst value.
  const told = isBack || facts.kind === 'recovered' ? worst : value;
  const texts = value === null || limit === null ? null : besideLimit(value, limit, unit);
  const beyond = told === null || limit === null ? null : Math.abs(told - limit);
  return {
    language,
    value: texts?.value ?? (value === null ? null : quantityWords(value, unit)),
    limit: texts?.limit ?? (limit === null ? null : quantityWords(limit, unit)),
    peak: facts.peak === null ? null : quantityWords(facts.peak, unit),
    beyond: beyond === null || beyond === 0 ? null : quantityWords(beyond, unit),
    isAbove,
    isBack,
    isWithin:
      facts.kind !== 'withdrawn'
      && told !== null
      && limit !== null
      && (facts.side === 'below' ? told >= limit : told <= limit),
    since:
      facts.sinceDay === null ? localTimeWords(since, now, timezone, language) : dateText(facts.sinceDay, language),
    lasted: facts.until !== null && facts.until <= since ? null : durationWords((facts.until ?? now) - since, language),
    parameter: parameterWords(facts.parameter, language),
    days: facts.days,
    isNeverHeard: facts.isNeverHeard,
    limitKind: facts.limitKind,
    lossOf: facts.unitName === null ? 'industry' : facts.report === null ? 'nights' : 'unit',
    group: facts.group,
  };
}

const parameterWords = (parameter: string | null, language: Language): string =>
  parameter === null ? catalogueOf(language).alertMeasures.quality : nameWords(parameter);

function factWords(facts: AlertFacts, pieces: PhraseValues): string {
  const { report } = facts;
  return report?.verdict === 'denied'
    ? deniedWords(facts, report, pieces.language)
    : claimWords(foundWords(facts, pieces), report, pieces.language);
}

/** Words for a claim that the readings deny, with the readings that deny it. */
function deniedWords(
  { alertType, kind, now, timezone }: AlertFacts,
  { by: userId, at, passed }: Extract<AlertFacts['report'], { readonly verdict: 'denied' }>,
  language: Language,
): string {
  const time = localTimeWords(at, now, timezone, language);
  const by = nameWords(userId);
  if (alertType === 'no_flow_n_days')
    return factText(language, 'deniedStill', {
      by,
      time,
      passed: passed === null ? null : quantityWords(passed.value, oneLine(passed.unit)),
    });
  return factText(language, kind === 'recovered' ? 'deniedEnd' : 'deniedSilence', { by, time });
}

function foundWords(facts: AlertFacts, pieces: PhraseValues): string {
  const phrases = PHRASES[facts.alertType];
  const { language, since: time } = pieces;
  switch (facts.kind) {
    case 'fired':
      return phrases.fired(pieces);
    case 'recovered':
      return phrases.recovered(pieces);
    case 'withdrawn':
      return factText(language, 'withdrawn', { noun: phrases.noun(pieces), time });
    case 'escalated':
      return factText(language, 'unanswered', {
        fact: phrases.fired(pieces),
        duration: durationWords(facts.now - facts.foundAt, language),
      });
  }
}

function actionWords(facts: AlertFacts, pieces: PhraseValues): string {
  const { language, group } = pieces;
  if (facts.report?.verdict === 'denied') return adviceText(language, 'denied');
  if (facts.kind === 'recovered') return adviceText(language, 'over');
  if (facts.kind === 'withdrawn') return adviceText(language, 'takenBack');
  const action = adviceText(language, PHRASES[facts.alertType].action(pieces), { group });
  return facts.kind === 'escalated' ? adviceText(language, 'answerIt', { action }) : action;
}

/** Label of an alert. An ended or withdrawn alert has no severity any more. */
export function labelOf(
  kind: ToldKind,
  severity: Severity,
  language: Language,
): Pick<AlertWords, 'label' | 'labelColour'> {
  if (kind === 'recovered') return { label: mailWords(language, 'resolved'), labelColour: 'stock' };
  if (kind === 'withdrawn') return { label: mailWords(language, 'withdrawn'), labelColour: 'muted' };
  return { label: SEVERITY_NAMES[severity][language], labelColour: SEVERITY_COLOURS[severity] };
}

const LIMIT_NAMES = { tolerance: 'tolerated', band: 'mayErrBy', death: 'limit' } as const satisfies Readonly<
  Record<LimitKind, string>
>;

/** Rows that have a value, with their names in the language. */
const rowsIn = (
  language: Language,
  named: readonly (readonly [Parameters<typeof mailWords>[1], string | null])[],
): MessageRow[] =>
  named.flatMap(([name, value]) => (value === null ? [] : [{ name: mailWords(language, name), value }]));

function rowsOf(facts: AlertFacts, pieces: PhraseValues): MessageRow[] {
  const { language } = pieces;
  const { kind, timezone, litres, report, until } = facts;
  const isOver = kind === 'recovered';
  // An alert that readings deny has neither start nor duration.
  const isDenied = report?.verdict === 'denied';
  const place = placeWords(facts, language);
  const industry = nameWords(facts.industryName);
  const lost = litres === null || !isOver ? null : volumeFromLitres(litres, facts.unit);
  const instant = (at: number): string => localInstantWords(at, timezone, language);
  return rowsIn(language, [
    ['place', place === null ? null : `${place}, ${industry}`],
    ['industry', place === null ? industry : null],
    ['parameter', facts.parameter === null ? null : pieces.parameter],
    ['value', isOver ? null : pieces.value],
    [facts.limitKind === null ? 'limit' : LIMIT_NAMES[facts.limitKind], pieces.limit],
    ['peak', isOver || pieces.isBack ? pieces.peak : null],
    ['since', isDenied ? null : facts.sinceDay === null ? instant(facts.since) : pieces.since],
    ['until', isDenied || until === null || pieces.lasted === null ? null : instant(until)],
    [isOver ? 'lasted' : 'lastsFor', isDenied || kind === 'withdrawn' ? null : lastedWords(pieces, isOver)],
    ['cost', lost === null ? null : quantityWords(lost.value, lost.unit)],
    ['reportedBy', report === null ? null : nameWords(report.by)],
    ['severity', SEVERITY_NAMES[facts.severity][language]],
  ]);
}

/** Days in a row were there before they were found, so the time since says nothing. */
const lastedWords = ({ days, lasted, language }: PhraseValues, isOver: boolean): string | null =>
  days === null ? lasted : isOver ? null : dayCountText(days, language);

const { removedUnit: REMOVED } = translated('alertFacts');

/** Name of the unit; null: the whole industry. One that was removed has no name any more. */
const placeWords = ({ unitName }: Pick<AlertFacts, 'unitName'>, language: Language): string | null =>
  unitName === REMOVED.en ? REMOVED[language] : unitName === null ? null : nameWords(unitName);

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.।]) /);

/** The words about an incident, the same on every channel. */
export function alertWords(facts: AlertFacts, language: Language = 'en'): AlertWords {
  const pieces = piecesOf(facts, language);
  const place = placeWords(facts, language) ?? nameWords(facts.industryName);
  const fact = factWords(facts, pieces);
  const title = shortened(oneLine(facts.title), 200);
  const action = actionWords(facts, pieces);
  return {
    language,
    action,
    brief: sentencesOf(action),
    subject: `${place}: ${fact}`,
    place,
    fact,
    rows: rowsOf(facts, pieces),
    ...labelOf(facts.kind, facts.severity, language),
    colour: PHRASES[facts.alertType].colour,
    link: facts.link,
    footer: title === '' ? mailWords(language, 'footer') : mailWords(language, 'footerOf', { title }),
  };
}
