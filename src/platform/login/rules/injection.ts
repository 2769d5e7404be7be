/**
 * Patterns of SQL, script and operator injection (specification, Conventions 6). A second line only: every statement is
 * parameterised and every output escaped, so they are narrow enough to let names and sentences pass that merely look
 * similar (O'Brien, "Select Foods", "50% drop -- see note"). All are linear in the length of the text.
 */
export type InjectionKind = 'sql' | 'script' | 'operator' | 'control character';

/**
 * Breaks out of a string or statement: a quote, a closing parenthesis or a semicolon, and what may stand between it and
 * a keyword.
 */
const BREAK_OUT = String.raw`[;'"\x60)][\s)]{0,20}`;

const SQL: readonly RegExp[] = [
  // ' OR 1=1, ' or ''=': a literal compared. A bare word compared with a literal in quotes: ' or name like '%.
  new RegExp(
    String.raw`['"\x60][\s)]{0,20}(?:or|and)\b[\s(]{0,20}(?:\d|['"])[\s('"]{0,20}[\w.]{0,64}[\s)'"]{0,20}(?:=|<|>|\blike\b|\bbetween\b)`,
  ),
  new RegExp(
    String.raw`['"\x60][\s)]{0,20}(?:or|and)\b[\s(]{0,20}[a-z_][\w.]{0,64}\s{0,20}(?:[=<>]{1,2}|\blike\b|\bbetween\b)\s{0,20}['"(@]`,
  ),
  // 1 or 2>1, as the whole text.
  /^\s{0,20}-?\w{1,64}[\s)]{1,20}(?:or|and)[\s(]{1,20}\d{1,20}\s{0,20}[<>=!]{1,2}\s{0,20}\d{1,20}[\s)]{0,20}(?:$|[;#]|--)/,
  // or 1=1, and 'a'='a: the same thing on both sides
  /\b(?:or|and)\b[\s('"]{1,20}(\w{1,64})[\s)'"]{0,20}=[\s('"]{0,20}\1\b/,
  // "Union Select Committee" is a name; a list, a literal, a FROM or nothing at all behind it is not.
  /\bunion\s{1,20}(?:all|distinct)\s{1,20}select\b/,
  /\bunion\s{1,20}select\s{0,20}(?:$|[\d*'"(@]|null\b|[\w.]{1,64}\s{0,20}(?:[,(;#]|--|\bfrom\b))/,
  new RegExp(String.raw`${BREAK_OUT}union\s{1,20}select\b`),
  // A subquery as a condition; a query sorted or grouped to find out how many columns it has.
  /(?:\b(?:or|and)\b|[=<>])\s{0,20}(?:not\s{1,20})?(?:exists\s{0,20})?\(\s{0,20}select\s{1,20}(?:\d|\*|null\b|@@|\w{1,64}\s{0,20}\(|[\w.,\s*]{1,200}\bfrom\b)/,
  /['"\x60][\s)]{0,20}(?:order\s{1,20}by\s{1,20}\d|(?:group\s{1,20}by\s{1,20}[\w.,]{1,64}\s{1,20})?having\s{1,20}\S{1,64}\s{0,20}[=<>])/,
  // A second statement behind a quote or semicolon, recognised by its grammar and not by its first word.
  new RegExp(
    `${BREAK_OUT}(?:${[
      String.raw`drop\s+(?:table|database|schema|view|index|user|role|function|trigger|sequence|column)\b`,
      String.raw`(?:alter|create)\s+(?:or\s+replace\s+)?(?:table|database|schema|view|user|role|function|extension)\b`,
      String.raw`delete\s+from\s+[\w."]{1,128}\s{0,20}(?:$|[;'#]|--|where\b|using\b)`,
      String.raw`insert\s+into\s+[\w."]{1,128}\s{0,20}(?:\(|values\b|select\b|default\b)`,
      String.raw`update\s+[\w."]{1,128}\s+set\s+[\w."]{1,128}\s{0,20}=`,
      String.raw`truncate\s+\w`,
      String.raw`select\s+(?:\*|[\w.,\s"]{1,200}\bfrom\b|\w{1,64}\s*\()`,
      String.raw`(?:grant|revoke)\s+\w{1,64}\s+(?:on|to|from)\b`,
      String.raw`copy\s+\S{1,128}\s+(?:from|to)\b`,
      String.raw`exec(?:ute)?\s+(?:[\w.]{0,40}(?:xp_|sp_)|immediate\b)`,
      String.raw`shutdown\b\s*(?:;|--|$)`,
      String.raw`declare\s+@`,
      String.raw`waitfor\s+delay\b`,
    ].join('|')})`,
  ),
  // A whole statement, by what makes it one: "Drop Table Restaurant" and "Select * from menu" are names.
  new RegExp(
    `^\\s{0,20}(?:${[
      String.raw`drop\s{1,20}(?:table|database|schema|view|index|user|role)\s{1,20}(?:if\s{1,20}exists\b|[\w."]{1,128}\s{0,20}(?:;|--|cascade\b))`,
      String.raw`delete\s{1,20}from\s{1,20}[\w."]{1,128}\s{0,20}(?:;|--|where\s{1,20}[\w."']{1,128}\s{0,20}(?:[=<>!]|(?:is|in|like|between)\b))`,
      String.raw`insert\s{1,20}into\s{1,20}[\w."]{1,128}\s{0,20}(?:\([\w.,\s"]{1,200}\)\s{0,20})?(?:values\s{0,20}\(|select\b|default\s{1,20}values\b)`,
      String.raw`update\s{1,20}[\w."]{1,128}\s{1,20}set\s{1,20}[\w."]{1,128}\s{0,20}=`,
      String.raw`truncate\s{1,20}(?:table\s{1,20})?[\w."]{1,128}\s{0,20}(?:;|--|cascade\b)`,
      String.raw`alter\s{1,20}table\s{1,20}[\w."]{1,128}\s{1,20}(?:add|drop|alter|rename|owner)\b`,
      String.raw`create\s{1,20}table\s{1,20}[\w."]{1,128}\s{0,20}\(`,
      String.raw`select\s{1,20}[\w.*,\s"]{1,200}\bfrom\s{1,20}[\w."]{1,128}\s{0,20}(?:;|--|where\s{1,20}[\w."']{1,128}\s{0,20}(?:[=<>!]|(?:is|in|like|between)\b))`,
    ].join('|')})`,
  ),
  // ' || (select .., '; commit
  /['"]\s{0,20}\|\|/,
  /\b(?:pg_sleep|xp_cmdshell|pg_read_file|lo_import|dblink)\s{0,20}\(|\bwaitfor\s{1,20}delay\s{1,20}['"]|\bbenchmark\s{0,20}\(\s{0,20}\d|(?:\b(?:or|and|select)\b|[;='|,])[\s(]{0,20}sleep\s{0,20}\(\s{0,20}\d/,
  /\b(?:information_schema\s?\.(?!(?:org|com|net)\b)|pg_catalog\s?\.)/,
];

/** Cut-off of a statement's rest behind an open quote: admin' --, x'/*, admin'#. */
const CUT_OFF = /'[\s;)]{0,20}(?:--|\/\*|#\s{0,20}$)|'[\s)]{0,20}(?:or|and)\b[^']{0,200}--/g;

const SCRIPT: readonly RegExp[] = [
  /<\/?(?:script|iframe|frame|frameset|object|embed|applet|svg|img|image|video|audio|math|style|link|base|form|template|noscript|marquee)[\s/>]/,
  // <meta data> is a placeholder.
  /<\/?meta(?:[/>]|\s[^<>]{0,200}=)/,
  /<[a-z][^<>]{0,500}[\s/'"]on[a-z]{3,30}\s{0,20}=/,
  /\bdata\s{0,20}:\s{0,20}text\/html\b/,
];

/** Browsers leave line breaks and tabs out of an address before they look at it. */
const SCRIPT_ADDRESS = /\b(?:java|vb|live)script\s{0,20}:\s{0,20}\S{0,200}[(=`]/;
const LEFT_OUT = /[\t\n\r]/g;

const OPERATOR: readonly RegExp[] = [
  /^\s{0,20}["']?\$(?:where|expr|function|accumulator|regex|[gl]te?|n?eq?|n?in|not|n?or|and|exists|type|mod|all|size)["']?\s{0,20}:/,
  /[{,[]\s{0,20}["']?\$[a-z]{2,30}["']?\s{0,20}:/,
  // A string of a JavaScript condition ended, and code behind it.
  /['"]\s{0,20};\s{0,20}(?:return\s{1,20}(?:true\b|false\b|this\b|\d)|var\s{1,20}\w{1,40}\s{0,20}=)/,
];

/** Names of fields: `$gt`, `user[$ne]`, and those that reach into JavaScript's own objects. */
const OPERATOR_NAME = /^\$[a-z]|[[.]\s{0,20}["']?\$[a-z]|(?:^|[[\].])(?:__proto__|constructor|prototype)(?:$|[[\].])/;

/** True when a rest is cut off behind a quote that leaves a string open: the number of quotes up to it is odd. */
function cutsOff(text: string): boolean {
  let quotes = 0;
  let counted = 0;
  for (const match of text.matchAll(CUT_OFF)) {
    for (; counted <= match.index; counted += 1) if (text[counted] === "'") quotes += 1;
    if (quotes % 2 === 1) return true;
  }
  return false;
}

/**
 * Text as a database or browser would read it: full-width forms folded, comments as the space they count for, lower
 * case.
 */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\/\*[^*]{0,200}\*\//g, ' ')
    .toLowerCase();

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Decodes each run separately, because a run that is no UTF-8 must not keep the others from being read. */
function percentDecoded(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)));
  }
}

/** Text with its percent-encoding, numeric HTML entities and JavaScript escapes decoded once. */
const decoded = (text: string): string =>
  text
    .replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded)
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex: string | undefined, decimal: string | undefined) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)));

/** A text that was encoded more often than this nobody decodes by accident. */
const MAX_DECODINGS = 3;

const kindOf = (text: string): InjectionKind | null => {
  // PostgreSQL takes no NUL in text; elsewhere it only serves to hide what follows.
  if (text.includes('\0')) return 'control character';
  const read = plain(text);
  if (SQL.some((pattern) => pattern.test(read)) || cutsOff(text.normalize('NFKC').toLowerCase())) return 'sql';
  if (SCRIPT.some((pattern) => pattern.test(read)) || SCRIPT_ADDRESS.test(read.replaceAll(LEFT_OUT, '')))
    return 'script';
  return OPERATOR.some((pattern) => pattern.test(read)) ? 'operator' : null;
};

/** The kind of injection a value holds, as written or encoded up to three times; null when it holds none. */
export function injectionIn(text: string): InjectionKind | null {
  let read = text;
  for (let decodings = 0; ; decodings += 1) {
    const kind = kindOf(read);
    const next = kind === null && decodings < MAX_DECODINGS ? decoded(read) : read;
    if (next === read) return kind;
    read = next;
  }
}

/** Injection in the name of a parameter or field. */
export const injectionInName = (name: string): InjectionKind | null =>
  OPERATOR_NAME.test(name.toLowerCase()) ? 'operator' : injectionIn(name);
