import type { Language } from '../../kernel/language.ts';
import { type Addressed, type Addressee, audienceOfUsers } from './audience.ts';

/** A person who has chosen a language of messages, and how they reach him. */
export interface Reader extends Addressee {
  readonly mailLanguage: Language;
}

/** Addresses of mails are the same in capitals. */
const addressOf = ({ channel, recipient }: Addressed): string =>
  `${channel}:${channel === 'email' ? recipient.toLowerCase() : recipient}`;

/**
 * The language in which a message is read where it arrives. Spec gap: a rule names addresses, so a message is in the
 * language of the person whose address it is. Whom nobody knows reads English, and so do chat spaces, because many
 * people read them. Of people who share an address the first one counts.
 */
export function readerLanguages(readers: readonly Reader[], countryCode: string): (addressed: Addressed) => Language {
  const known = new Map<string, Language>();
  for (const reader of readers)
    for (const addressed of audienceOfUsers('', [reader], countryCode))
      if (!known.has(addressOf(addressed))) known.set(addressOf(addressed), reader.mailLanguage);
  return (addressed) => (addressed.channel === 'web' ? 'en' : (known.get(addressOf(addressed)) ?? 'en'));
}
