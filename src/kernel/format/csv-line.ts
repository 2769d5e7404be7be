import { sheetText } from './inert-text.ts';

/**
 * Separators by name. Requests use the names, because the signs themselves are parsed differently in a query.
 */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export const DECIMAL_MARKS = { point: '.', comma: ',' } as const;

/** How a list is written; countries differ. */
export interface CsvStyle {
  readonly delimiter: (typeof DELIMITERS)[keyof typeof DELIMITERS];
  readonly decimalMark: (typeof DECIMAL_MARKS)[keyof typeof DECIMAL_MARKS];
}

export const USUAL_CSV: CsvStyle = { delimiter: ',', decimalMark: '.' };

const LINE_END = '\r\n';

/** A field of a line: a number stays a number, a text is never a formula, null is empty. */
export type CsvField = string | number | null;

/** Lines of RFC 4180; every text that could be taken apart stands in quotes. */
export function csvLine(fields: readonly CsvField[], { delimiter, decimalMark }: CsvStyle): string {
  const written = fields.map((field) => {
    if (field === null) return '';
    if (typeof field === 'number') {
      const number = numberField(field, decimalMark);
      // In quotes it is a text to programs that tell the two apart by them.
      return decimalMark === delimiter && number.includes(delimiter) ? `"${number}"` : number;
    }
    const text = sheetText(field);
    return /["\r\n,;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return written.join(delimiter) + LINE_END;
}

/** Nine decimals are what figures have; twelve leave room. */
const MOST_DECIMALS = 12;

/** As short as it can be read back exactly, and never as `1e-7` or `1e+30`, which some programs take for a text. */
function numberField(value: number, decimalMark: string): string {
  const text = String(value);
  const plain = text.includes('e')
    ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: MOST_DECIMALS })
    : text;
  return decimalMark === '.' ? plain : plain.replace('.', decimalMark);
}
