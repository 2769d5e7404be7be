import type { COLOURS } from '../../kernel/format/colours.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { type Severity, SEVERITY_NAMES } from '../../kernel/severity.ts';
import type { AlertType, LimitKind } from './types.ts';
import type { AlertFacts, Checked, ToldKind } from './facts.ts';
import {
  besideLimit,
  quantityWords,
  nameWords,
  oneLine,
  shortened,
  dayWords,
  durationWords,
  localInstantWords,
  localTimeWords,
} from './content/words.ts';
import { PHRASES, type Pieces, rateWord } from './content/phrases.ts';

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

const OVER = 'Nothing to do: the incident is over.';
const DENIED = 'Check who sent this alert: the readings say otherwise.';
const TAKEN_BACK = 'Nothing to do: corrected data show no incident.';

function piecesOf(facts: AlertFacts): Pieces {
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
    since: facts.sinceDay === null ? localTimeWords(since, now, timezone) : dateText(facts.sinceDay),
    lasted: facts.until !== null && facts.until <= since ? null : durationWords((facts.until ?? now) - since),
    parameter: facts.parameter === null ? 'quality' : nameWords(facts.parameter),
    days: facts.days,
    isNeverHeard: facts.isNeverHeard,
    limitKind: facts.limitKind,
    lossOf: facts.unitName === null ? 'industry' : facts.report === null ? 'nights' : 'unit',
    group: facts.group,
  };
}

/** A claim that readings neither confirm nor deny is told as reported by its sender. */
function factWords(facts: AlertFacts, pieces: Pieces): string {
  const { report } = facts;
  if (report === null) return foundWords(facts, pieces);
  const by = nameWords(report.by);
  if (report.checked.verdict === 'denied') return deniedWords(facts, report.checked, by);
  return report.checked.verdict === 'confirmed'
    ? foundWords(facts, pieces)
    : `${foundWords(facts, pieces)}, as reported by ${by}`;
}

/** Words for a claim that the readings deny. */
function deniedWords(
  { alertType, kind, now, timezone }: AlertFacts,
  { at, passed }: Extract<Checked, { readonly verdict: 'denied' }>,
  by: string,
): string {
  const time = localTimeWords(at, now, timezone);
  if (alertType === 'no_flow_n_days')
    return `reported without flow by ${by}, but ${passed === null ? 'water' : quantityWords(passed.value, oneLine(passed.unit))} has passed since ${time}`;
  return kind === 'recovered'
    ? `reported to send again by ${by}, but nothing has come since ${time}`
    : `reported silent by ${by}, but a reading came at ${time}`;
}

function foundWords(facts: AlertFacts, pieces: Pieces): string {
  const phrases = PHRASES[facts.alertType];
  switch (facts.kind) {
    case 'fired':
      return phrases.fired(pieces);
    case 'recovered':
      return phrases.recovered(pieces);
    case 'withdrawn':
      return `withdrawn by corrected data: ${phrases.noun(pieces)} since ${pieces.since}`;
    case 'escalated':
      return `${phrases.fired(pieces)}, unanswered for ${durationWords(facts.now - facts.foundAt)}`;
  }
}

function actionWords(facts: AlertFacts, pieces: Pieces): string {
  const action = PHRASES[facts.alertType].action(pieces);
  if (facts.report?.checked.verdict === 'denied') return DENIED;
  if (facts.kind === 'recovered') return OVER;
  if (facts.kind === 'withdrawn') return TAKEN_BACK;
  return facts.kind === 'escalated' ? `Answer it, because nobody has. ${action}` : action;
}

export const SEVERITY_COLOURS = { critical: 'critical', high: 'high', medium: 'medium', low: 'muted' } as const;

/** Label of an alert. An ended or withdrawn alert has no severity any more. */
export function labelOf(kind: ToldKind, severity: Severity): Pick<AlertWords, 'label' | 'labelColour'> {
  if (kind === 'recovered') return { label: 'Resolved', labelColour: 'stock' };
  if (kind === 'withdrawn') return { label: 'Withdrawn', labelColour: 'muted' };
  return { label: SEVERITY_NAMES[severity].en, labelColour: SEVERITY_COLOURS[severity] };
}

const LIMIT_NAMES: Readonly<Record<LimitKind, string>> = {
  tolerance: 'Tolerated',
  band: 'Meters may err by',
  death: 'Limit',
};

const row = (name: string, value: string | null): MessageRow[] => (value === null ? [] : [{ name, value }]);

/** Rows with start and duration. An alert that readings deny has none. */
function timeRows(facts: AlertFacts, pieces: Pieces): MessageRow[] {
  const isOver = facts.kind === 'recovered';
  return [
    ...row('Since', facts.sinceDay === null ? localInstantWords(facts.since, facts.timezone) : pieces.since),
    ...row(
      'Until',
      facts.until === null || pieces.lasted === null ? null : localInstantWords(facts.until, facts.timezone),
    ),
    ...row(isOver ? 'Lasted' : 'For', facts.kind === 'withdrawn' ? null : lastedWords(pieces, isOver)),
  ];
}

function rowsOf(facts: AlertFacts, pieces: Pieces): MessageRow[] {
  const isOver = facts.kind === 'recovered';
  return [
    ...row('Place', facts.unitName === null ? null : `${nameWords(facts.unitName)}, ${nameWords(facts.industryName)}`),
    ...row('Industry', facts.unitName === null ? nameWords(facts.industryName) : null),
    ...row('Parameter', facts.parameter === null ? null : pieces.parameter),
    ...row('Value', isOver ? null : pieces.value),
    ...row(facts.limitKind === null ? 'Limit' : LIMIT_NAMES[facts.limitKind], pieces.limit),
    ...row('Peak', isOver || pieces.isBack ? pieces.peak : null),
    ...(facts.report?.checked.verdict === 'denied' ? [] : timeRows(facts, pieces)),
    ...row('Cost', facts.litres === null || !isOver ? null : quantityWords(facts.litres, 'litres')),
    ...row('Reported by', facts.report === null ? null : nameWords(facts.report.by)),
    ...row('Severity', SEVERITY_NAMES[facts.severity].en),
  ];
}

/** Days in a row were there before they were found, so the time since says nothing. */
const lastedWords = ({ days, lasted }: Pieces, isOver: boolean): string | null =>
  days === null ? lasted : isOver ? null : dayWords(days);

interface Titled extends Pick<AlertFacts, 'alertType' | 'group' | 'value' | 'limit' | 'parameter'> {
  readonly unitName: string;
  /** True when only the end is told. */
  readonly isOver: boolean;
}

/** Words for the end of an alert that is told by its end alone; null: any other alert. */
function endWords(alertType: AlertType, group: AlertFacts['group']): string | null {
  if (alertType === 'device_status') return 'sends again';
  return alertType === 'flow_rate_back_in_range' ? `${rateWord(group)} back in range` : null;
}

/** The title of an alert that nobody has given one: its place and its matter. */
export function titleWords({ alertType, group, unitName, value, limit, parameter, isOver }: Titled): string {
  const isBelow = value !== null && limit !== null && value < limit;
  const noun = PHRASES[alertType].noun({
    value: null,
    limit: null,
    peak: null,
    beyond: null,
    isAbove: alertType !== 'flow_rate_below_the_range' && (alertType === 'flow_rate_above_the_range' || !isBelow),
    isBack: false,
    isWithin: value !== null && limit !== null && value <= limit,
    since: '',
    lasted: null,
    parameter: parameter === null ? 'quality' : nameWords(parameter),
    days: null,
    isNeverHeard: false,
    limitKind: null,
    lossOf: 'unit',
    group,
  });
  return `${nameWords(unitName)}: ${(isOver ? endWords(alertType, group) : null) ?? noun}`;
}

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.]) /);

/** The words about an incident, the same on every channel. */
export function alertWords(facts: AlertFacts): AlertWords {
  const pieces = piecesOf(facts);
  const place = nameWords(facts.unitName ?? facts.industryName);
  const fact = factWords(facts, pieces);
  const title = shortened(oneLine(facts.title), 200);
  const action = actionWords(facts, pieces);
  return {
    action,
    brief: sentencesOf(action),
    subject: `${place}: ${fact}`,
    place,
    fact,
    rows: rowsOf(facts, pieces),
    ...labelOf(facts.kind, facts.severity),
    colour: PHRASES[facts.alertType].colour,
    link: facts.link,
    footer: title === '' ? 'Sent because an alert names you.' : `Sent because the alert “${title}” names you.`,
  };
}
