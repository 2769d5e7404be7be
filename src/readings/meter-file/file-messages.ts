import type { ErrorCode, ErrorDetail } from '../../kernel/errors.ts';
import type { MeterFileRow } from '../rules/meter-file/rows.ts';
import type { UnderstoodFile } from './read-file.ts';

/** Messages of the thread that reads a file. It gives a group of rows each time it is asked. */
export type FromFileThread =
  | { readonly kind: 'understood'; readonly understood: UnderstoodFile }
  | { readonly kind: 'rows'; readonly rows: readonly MeterFileRow[] }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
    };
