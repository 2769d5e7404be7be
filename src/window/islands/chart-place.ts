/*
 * The period of a chart that a pointer or a key means. This file uses no document, so that tests can run it.
 */

/** Share of the chart that a page key moves over. */
const PAGES = 10;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The period under a pointer, which may be beside the chart: the last one that begins before it. Of drawings one below
 * the other the one at its height.
 */
export function placeUnder(boxes: readonly Box[], { x, y }: { readonly x: number; readonly y: number }): number {
  const isBeside = ({ top, bottom }: Box): boolean => top <= y && y <= bottom;
  const hasRow = boxes.some(isBeside);
  const isCandidate = (box: Box): boolean => !hasRow || isBeside(box);
  const under = boxes.findLastIndex((box) => isCandidate(box) && box.left <= x);
  return under === -1 ? Math.max(0, boxes.findIndex(isCandidate)) : under;
}

/** The period after a key; null: the key moves nothing. @param at the marked period; null: none yet */
export function placeAfter(key: string, at: number | null, count: number): number | null {
  const page = Math.max(1, Math.round(count / PAGES));
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -page, PageDown: page };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  if (at === null) return step > 0 ? 0 : count - 1;
  return Math.max(0, Math.min(count - 1, at + step));
}
