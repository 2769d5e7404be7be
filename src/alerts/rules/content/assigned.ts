import type { COLOURS } from '../../../kernel/format/colours.ts';
import { filledText, type MessageValues } from '../../../kernel/format/message.ts';
import { type Language, type Translated, translated } from '../../../kernel/language.ts';
import { type Severity, SEVERITY_COLOURS, SEVERITY_NAMES } from '../../../kernel/severity.ts';
import { oneLine } from '../../../kernel/text.ts';
import { nameWords } from './figure-words.ts';

/** A finding or an incident that somebody has handed to a person. */
export interface AssignedMatter {
  readonly industryName: string;
  /** Unit, or the industry itself. */
  readonly place: string;
  /** The finding in a sentence, or the title of the incident. */
  readonly fact: string;
  readonly severity: Severity;
  /** Name of the person who has handed it on. */
  readonly by: string;
  readonly note: string | null;
  /** null: the mail has no link. */
  readonly link: string | null;
}

/** A mail to the assignee. Every text but the note is one line, and none is inert in html. */
export interface AssignedWords {
  readonly language: Language;
  readonly subject: string;
  /** Sentence that tells the reader what to do. */
  readonly action: string;
  readonly label: string;
  readonly colour: keyof typeof COLOURS;
  readonly place: string;
  readonly fact: string;
  /** null: there is none. */
  readonly note: string | null;
  readonly see: string;
  readonly link: string | null;
  readonly footer: string;
}

const WORDS = translated('assignedMail');

/** The mail to an assignee in words of his language. */
export function assignedWords(handed: AssignedMatter, language: Language): AssignedWords {
  const say = (text: Translated, values: MessageValues): string => filledText(text[language], values, language);
  const [place, by, fact] = [nameWords(handed.place), nameWords(handed.by), oneLine(handed.fact)];
  return {
    language,
    subject: say(WORDS.subject, { place, fact }),
    action: say(WORDS.action, { by }),
    label: SEVERITY_NAMES[handed.severity][language],
    colour: SEVERITY_COLOURS[handed.severity],
    place,
    fact,
    note: handed.note === null ? null : say(WORDS.note, { by, note: handed.note }),
    see: say(WORDS.see, {}),
    link: handed.link,
    footer: say(WORDS.footer, { by, industry: nameWords(handed.industryName) }),
  };
}
