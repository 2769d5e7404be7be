import type { RefusalMessage } from '../../kernel/refusal-message.ts';
import type { MeterFileRow } from '../rules/meter-file/rows.ts';
import type { UnderstoodFile } from './read-file.ts';

/** Messages of the thread that reads a file. It gives a group of rows each time it is asked. */
export type FromFileThread =
  | { readonly kind: 'understood'; readonly understood: UnderstoodFile }
  | { readonly kind: 'rows'; readonly rows: readonly MeterFileRow[] }
  | { readonly kind: 'end' }
  | RefusalMessage;
