import type { ErrorCode, ErrorDetail } from '../kernel/errors.ts';
import type { InputPiece } from './input-pieces.ts';
import type { ToThread } from './render-messages.ts';

/* What the service and its building thread tell one another. A document is asked for piece by piece, because messages
 * that have come together are read together. */

export type ToBuilder = InputPiece | { readonly kind: 'build' } | { readonly kind: 'next' };

export type FromBuilder =
  | { readonly kind: 'built' }
  /** null: there is no further one. */
  | { readonly kind: 'piece'; readonly piece: ToThread | null }
  /** `code` null: it is a mistake of the service. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode | null;
      readonly message: string;
      readonly errors: readonly ErrorDetail[];
    };
