/** By the names callers use: a query that holds the signs themselves is read in more than one way. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export const DECIMAL_MARKS = { point: '.', comma: ',' } as const;

/** How a list is written; countries differ. */
export interface CsvStyle {
  readonly delimiter: (typeof DELIMITERS)[keyof typeof DELIMITERS];
  readonly decimalMark: (typeof DECIMAL_MARKS)[keyof typeof DECIMAL_MARKS];
}

export const USUAL_CSV: CsvStyle = { delimiter: ',', decimalMark: '.' };
