/** Leaves no trace on a screen: controls, formats, what Unicode has not assigned, and what fonts may leave out. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1680\u2800]/u;

const codePointText = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Spec gap: what a name may hold. The problem of a text as the name of a login (username, e-mail address, user id), as
 * the end of a sentence; null: none. Two names that look the same must be the same, so a name is its own NFKC and
 * holds nothing that cannot be seen.
 */
export function problemOfLoginName(name: string): string | null {
  const unseen = UNSEEN.exec(name)?.[0];
  if (unseen !== undefined) return `holds a character that cannot be seen, ${codePointText(unseen)}`;
  const plain = name.normalize('NFKC');
  return plain === name ? null : `is not written in its plain form (NFKC), which is '${plain}'`;
}
