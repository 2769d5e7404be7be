import { invalid } from '../../../kernel/errors.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { patched } from '../../../kernel/merge-patch.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';

/** Spec gap: priorities of log entries. Any may follow any. */
export const LOG_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;
type LogPriority = (typeof LOG_PRIORITIES)[number];

/** Spec gap: states of log entries. A new entry is open. */
export const LOG_STATUSES = ['open', 'acknowledged', 'resolved'] as const;
type LogStatus = (typeof LOG_STATUSES)[number];

/** Spec gap: which state may follow which. An entry resolved by mistake is opened again, so that it is seen as new. */
const NEXT_STATUSES: Readonly<Record<LogStatus, readonly LogStatus[]>> = {
  open: ['acknowledged', 'resolved'],
  acknowledged: ['open', 'resolved'],
  resolved: ['open'],
};

/** Fields of an entry that an operator may change. */
export interface LogFields {
  readonly source: string;
  readonly title: string;
  readonly owner: string | null;
  readonly priority: LogPriority;
  readonly status: LogStatus;
  readonly date: BusinessDate;
  readonly meta: Readonly<Record<string, JsonValue>>;
}

/** An entry that a person should look at. */
export interface LogEntry extends LogFields {
  readonly id: string;
  readonly description: string;
  readonly group: string;
  /** Number of writes; more than 1 for repeated entries of the service itself. */
  readonly times: number;
  /** Moves with every change by an operator. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Spec gap: how long the fields beside may be, as JSON. */
export const META_CHARACTERS = 2000;
export const isShortMeta = (meta: unknown): boolean => JSON.stringify(meta).length <= META_CHARACTERS;

/**
 * Fields beside an entry after a change by RFC 7396: named ones are replaced, null removes one, others stay. So the
 * entry keeps its industry and unit.
 * @throws ServiceError 1403 when they are too long together
 */
export function metaAfter(before: LogFields['meta'], change: LogFields['meta']): LogFields['meta'] {
  const meta = patched(before, change) as LogFields['meta']; // every value is of one of the two
  if (isShortMeta(meta)) return meta;
  throw invalid(1403, 'meta', `leaves an object of more than ${META_CHARACTERS} characters as JSON`);
}

/** @throws ServiceError 1403 naming the states that may follow. A state may follow itself. */
export function requireNextStatus(from: LogStatus, to: LogStatus): void {
  const allowed = NEXT_STATUSES[from];
  if (to === from || allowed.includes(to)) return;
  throw invalid(1403, 'status', `'${to}' cannot follow '${from}', allowed are ${[from, ...allowed].join(', ')}`);
}
