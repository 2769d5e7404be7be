import { findingSentence, type ToldFinding } from '../../../findings/rules/finding-sentence.ts';
import { KIND_WORDS } from '../../../findings/rules/kind-words.ts';
import { KINDS, TANK_KINDS } from '../../../findings/rules/kinds.ts';
import type { TankEnd } from '../../../findings/rules/tank-outlook.ts';
import { tankEndsSentence } from '../../../findings/rules/tank-words.ts';
import type { COLOURS } from '../../../kernel/format/colours.ts';
import { filledText, type MessageValues } from '../../../kernel/format/message.ts';
import { clockText, dateText } from '../../../kernel/format/date-text.ts';
import { type Language, type Translated, translated } from '../../../kernel/language.ts';
import { SEVERITIES, type Severity, SEVERITY_COLOURS, SEVERITY_NAMES } from '../../../kernel/severity.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import { oneLine } from '../../../kernel/text.ts';
import { nameWords } from './figure-words.ts';

/** A finding that the morning mail tells. */
interface MorningFinding extends ToldFinding {
  readonly findingId: string;
  readonly severity: Severity;
  readonly firstDay: BusinessDate;
  readonly lastDay: BusinessDate;
  readonly isOpen: boolean;
}

interface MorningFacts {
  readonly industryName: string;
  readonly timezone: string;
  /** The business day that has just begun. */
  readonly date: BusinessDate;
  readonly findings: readonly MorningFinding[];
  /** When tanks will be low, empty or full, by unitId, counted from `tanksAt`. */
  readonly tankEnds: ReadonlyMap<string, readonly TankEnd[]>;
  readonly tanksAt: EpochMillis;
  /** null: the mail has no links. */
  readonly publicUrl: string | null;
}

/** One finding in words. Every text is one line and not yet inert in html. */
interface MorningEntry {
  /** The severity, or that it is over. */
  readonly label: string;
  readonly colour: keyof typeof COLOURS;
  readonly place: string;
  readonly kind: string;
  readonly sentence: string;
  readonly days: string;
  readonly link: string | null;
}

/** A line that says where something is done. */
interface Pointer {
  readonly text: string;
  readonly link: string | null;
}

export interface MorningWords {
  readonly language: Language;
  readonly subject: string;
  /** Sentence that tells the reader what to do. */
  readonly action: string;
  readonly heading: string;
  readonly colour: keyof typeof COLOURS;
  readonly entries: readonly MorningEntry[];
  /** How many findings are not in the mail; null: all are. */
  readonly more: string | null;
  /** All findings on a page. */
  readonly all: Pointer;
  /** Where a kind is switched off, and where the mail is. */
  readonly pointers: readonly Pointer[];
  readonly footer: string;
}

const WORDS = translated('morningMail');

const MOST_ENTRIES = 30;
/** The page of findings, where their kinds are set, too. */
const INSIGHTS = '/app/operations/insights';

/** Open ones first, the worst first. */
const byWeight = (a: MorningFinding, b: MorningFinding): number =>
  Number(b.isOpen) - Number(a.isOpen)
  || SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)
  || KINDS[b.kind].urgency - KINDS[a.kind].urgency
  || a.firstDay.localeCompare(b.firstDay)
  || (a.unitId ?? '').localeCompare(b.unitId ?? '');

/** The mail of a morning in words of one language; null: there is nothing to tell. */
export function morningWords(facts: MorningFacts, language: Language): MorningWords | null {
  const { publicUrl, industryName } = facts;
  const findings = facts.findings.toSorted(byWeight);
  const [worst] = findings;
  if (worst === undefined) return null;
  const say = (text: Translated, values: MessageValues = {}): string => filledText(text[language], values, language);
  const sentenceOf = (finding: MorningFinding): string =>
    oneLine(findingSentence(finding, { language, timezone: facts.timezone }));
  /** The sentence of a tank that is still low or full goes on with the outlook of its level. */
  const withEnds = (finding: MorningFinding): string => {
    const { kind, isOpen, unitId } = finding;
    const told = isOpen && TANK_KINDS.includes(kind) ? facts.tankEnds.get(unitId ?? '') : undefined;
    const ends = tankEndsSentence(told ?? [], language);
    const sentence = sentenceOf(finding);
    return ends === null
      ? sentence
      : say(WORDS.asOf, { sentence, ends, time: clockText(facts.tanksAt, facts.timezone) });
  };
  const entryOf = (finding: MorningFinding): MorningEntry => ({
    ...(finding.isOpen
      ? { label: SEVERITY_NAMES[finding.severity][language], colour: SEVERITY_COLOURS[finding.severity] }
      : { label: say(WORDS.over), colour: 'stock' }),
    place: nameWords(finding.unitName ?? finding.unitId ?? industryName),
    kind: KIND_WORDS[finding.kind].title[language],
    sentence: withEnds(finding),
    days: say(daysWords(finding), {
      first: dateText(finding.firstDay, language),
      last: dateText(finding.lastDay, language),
    }),
    link: publicUrl === null ? null : `${publicUrl}/app/finding?id=${finding.findingId}`,
  });
  const open = findings.filter(({ isOpen }) => isOpen).length;
  const first = entryOf(worst);
  const subject = `${first.place}: ${headOf(sentenceOf(worst))}`;
  const more = findings.length - MOST_ENTRIES;
  const linkTo = (path: string): string | null => (publicUrl === null ? null : `${publicUrl}${path}`);
  return {
    language,
    subject: findings.length === 1 ? subject : say(WORDS.subjectMore, { subject, more: findings.length - 1 }),
    action: say(open === 0 ? WORDS.nothingOpen : WORDS.open, { open }),
    heading: `${nameWords(industryName)}, ${dateText(facts.date, language)}`,
    colour: first.colour,
    entries: findings.slice(0, MOST_ENTRIES).map(entryOf),
    more: more > 0 ? say(WORDS.more, { more }) : null,
    all: { text: say(WORDS.all), link: linkTo(INSIGHTS) },
    pointers: [
      { text: say(WORDS.settings), link: linkTo(INSIGHTS) },
      { text: say(WORDS.unsubscribe), link: linkTo('/app/mails') },
    ],
    footer: say(WORDS.footer, { industry: nameWords(industryName) }),
  };
}

const daysWords = ({ isOpen, firstDay, lastDay }: MorningFinding): Translated => {
  if (isOpen) return WORDS.since;
  return firstDay === lastDay ? WORDS.on : WORDS.between;
};

/** The sentence without its comparison, because a subject has no room for both. */
const headOf = (sentence: string): string => sentence.split(/[;；]/)[0] ?? sentence;
