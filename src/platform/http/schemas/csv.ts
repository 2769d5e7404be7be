import { type CsvStyle, DECIMAL_MARKS, DELIMITERS } from '../../../kernel/format/csv-style.ts';
import { oneOf } from './parameters.ts';

/** How a list is written. */
export const csvQuery = {
  delimiter: oneOf(['comma', 'semicolon', 'tab', 'pipe'], 'comma').openapi({ description: 'Of csv' }),
  decimalMark: oneOf(['point', 'comma'], 'point').openapi({ description: 'Of csv' }),
};

export const csvStyleOf = ({
  delimiter,
  decimalMark,
}: {
  readonly delimiter: keyof typeof DELIMITERS;
  readonly decimalMark: keyof typeof DECIMAL_MARKS;
}): CsvStyle => ({ delimiter: DELIMITERS[delimiter], decimalMark: DECIMAL_MARKS[decimalMark] });
