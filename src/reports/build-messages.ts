import type { ErrorCode, ErrorDetail } from '../kernel/errors.ts';
import type { InputPiece } from './input-pieces.ts';
import type { ToThread } from './render-messages.ts';

/*
 * Messages between the service and its building thread. The thread's document is requested piece by piece, because
 * messages that arrive together are read together.
 */

export type ToBuilder = InputPiece | { readonly kind: 'build' } | { readonly kind: 'next' };

export type FromBuilder =
  | { readonly kind: 'built' }
  /** null: no further piece. */
  | { readonly kind: 'piece'; readonly piece: ToThread | null }
  /** `code` null: a fault of the service. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode | null;
      readonly message: string;
      readonly errors: readonly ErrorDetail[];
    };
