import { plainText } from '../../kernel/format/inert-text.ts';

/** Chat spaces take a message of about this length; bytes matter to some, so this is below their limits. */
const MOST_CHARACTERS = 3500;
/** The last line when others are left out has room in every message. */
const ROOM_FOR_REST = 40;

/** `<users/all>` calls everybody in a space, and `<!channel>` in another; these signs call nobody. */
const inert = (line: string): string => plainText(line).replaceAll('<', '‹').replaceAll('>', '›');

/** Lines as one message of a chat space: what people typed is inert, and what is too long for it is counted. */
export function chatPost(lines: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.map(inert)) {
    length += line.length + 1;
    if (length > MOST_CHARACTERS - ROOM_FOR_REST) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  return [...shown, ...(left === 0 ? [] : [`… and ${left} more ${left === 1 ? 'line' : 'lines'}`])].join('\n');
}
