/** Latin letters in a text become Devanagari ones, so that a name cannot be taken for our own words. */
export const inDevanagari = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => String.fromCodePoint(0x915 + ((letter.codePointAt(0) ?? 0) % 32)));

/** Latin words that a page in Hindi may have, each with its reason. */
const ALLOWED: readonly RegExp[] = [
  // Units of measure are written alike everywhere.
  /\b(?:KL|kWh?|pH|MB|ML|[fm]t?3|CCF|(?:US|imp) k?gal|M?Wh|[MG]J|mV|dBm?)\b/g,
  // Products have one name everywhere.
  /\b(?:ChirpStack(?: v4)?|The Things Stack(?: v3)?|Sparkplug B)/g,
  // Kinds of files and ways of sending, which are called so in Hindi, too.
  /\b(?:CSV|PDF|Excel|NDJSON|JSON|PNG|SVG|SMS|iPhone|WhatsApp|MQTT|https|HTTP|API|URL|HTML|XLSX|xlsx|gzip|JavaScript|TimescaleDB)\b/g,
  // Time zones have no other name in the settings of an industry.
  /\b(?:Asia\/Kolkata|UTC)\b/g,
  // The switch to the other language names it in its own letters.
  /^English$/g,
  // Keys of a keyboard have their name printed on them.
  /\b(?:Ctrl K|Delete)\b/g,
  // Columns of a file of readings have these names.
  /\b(?:unitId|createdOn|value|summedValue|interpolated|offlinePeriod|params)\b/g,
  // Places in the message of a device.
  /\$(?:\.[A-Za-z]+(?:\[(?:\d+|hex \d+ u32le)\])?)+/g,
  // Forms in which a date or a time is typed.
  /\b(?:HH:MM|DD\/MM\/YYYY)\b/g,
  // Acts as the audit log calls them, by which programs ask for them, too.
  /\b[a-z]+\.[a-z]+\b/g,
  // Keys of categories, permissions and codes of refusals, as files and the API name them.
  /\b(?:ID_[A-Z]+|sourceCategory|categories(?:V2)?|standardCategories|[a-z]+:[a-z]+|[a-z]+(?:_[a-z]+)+)\b/g,
  // Numbers of builds and ids of things.
  /\b\d+\.\d+\.\d+-\w+|\b[0-9a-f-]{16,36}\b/g,
  // Ids and names that tests have minted, and where their requests come from.
  /\b[A-Za-z]+_[A-Za-z0-9]+_[A-Za-z0-9]+_\d+(?: Ltd)?\b|^local$/g,
  // Addresses and ids, which people typed.
  /\S+@\S+/g,
];

/**
 * Code is the same in every language. What is English by its nature is marked so:
 * pages quote them below a heading in their own language.
 */
const NOT_READ = /<(script|style|textarea|code|pre|title)\b[^]*?<\/\1>|<(p|div|td|span)\b[^>]*\slang="en"[^]*?<\/\2>/g;
const READ_ATTRIBUTE = /\s(?:title|aria-label|placeholder|alt|data-label)="([^"]*)"/g;
const BUTTON = /<(?:input|button)[^>]*\stype="submit"[^>]*\svalue="([^"]*)"/g;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Texts of a page that people read or hear, one an element. */
function textsOf(page: string): readonly string[] {
  const shown = page.replaceAll(NOT_READ, ' ');
  const attributes = [...shown.matchAll(READ_ATTRIBUTE), ...shown.matchAll(BUTTON)].map(([, text = '']) => text);
  return [...shown.replaceAll(/<[^>]*>/g, '\n').split('\n'), ...attributes]
    .map((text) => text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, sign: string) => SIGNS[sign] ?? '').trim())
    .filter((text) => text !== '');
}

/** Texts of a page that hold Latin words other than the allowed ones and names that people typed. */
export const englishIn = (page: string, names: readonly string[] = []): readonly string[] =>
  [...new Set(textsOf(page))].filter((text) => {
    const ours = names.reduce((rest, name) => rest.replaceAll(name, ' '), text);
    return /[A-Za-z]{2,}/.test(ALLOWED.reduce((rest, allowed) => rest.replaceAll(allowed, ' '), ours));
  });
