/** A position in the feed of changes. What it was asked for is part of it, because elsewhere it would skip changes. */
interface ChangePosition {
  readonly industryId: string;
  /** The period that was asked for; `all` for all three. */
  readonly period: string;
  /** Of the last change that was read; 0 before the first. */
  readonly changeNo: number;
}

const FORM = /^1:(\d{1,15}):([a-z]+):(.+)$/s;

/** The position as clients hold it: opaque text. */
export const writeCursor = ({ industryId, period, changeNo }: ChangePosition): string =>
  Buffer.from(`1:${changeNo}:${period}:${industryId}`).toString('base64url');

/** null: nothing that {@link writeCursor} has written. */
export function readCursor(cursor: string): ChangePosition | null {
  const [, changeNo, period, industryId] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (changeNo === undefined || period === undefined || industryId === undefined) return null;
  const position = { industryId, period, changeNo: Number(changeNo) };
  return writeCursor(position) === cursor ? position : null;
}
