import type { BalanceFigure } from '../domain/water-balance/figure.ts';
import type { BalanceStatus } from '../domain/water-balance/status.ts';
import type { WaterBalance } from '../domain/water-balance/balance.ts';

/** A part of the balance: what it brings into the system, or takes out of it. */
interface SankeyPart {
  readonly name: string;
  readonly kind: 'flow' | 'stock' | 'unaccounted';
  readonly figure: BalanceFigure;
  readonly status: BalanceStatus | null;
}

export interface SankeyBar extends SankeyPart {
  /** Upper end of the bar and of its ribbon at the middle. */
  readonly top: number;
  readonly height: number;
  readonly middleTop: number;
  /** Room for the bar and its label. */
  readonly slotHeight: number;
}

export interface SankeyLayout {
  readonly left: readonly SankeyBar[];
  readonly right: readonly SankeyBar[];
  /** Pixels of one unit of the figures. */
  readonly scale: number;
  readonly total: number;
  readonly middle: { readonly top: number; readonly height: number };
  readonly height: number;
}

const BARS_HEIGHT = 300;
const THINNEST = 1.5;
/** A label has three lines. */
const LABEL_HEIGHT = 58;
const GAP = 10;

/**
 * Sources on the left, uses on the right. What the tanks kept and what is unaccounted for go out; a tank that lost
 * water, or more that came out than went in, is on the left. A part whose figure is negative stands on the other side,
 * so both sides always add up to the same.
 */
export function sankeyLayout({ sources, uses, figures }: WaterBalance): SankeyLayout {
  const brought = Object.values(sources).map((part) => partOf(part.displayName, part, 'flow', 1));
  const taken = [
    ...Object.values(uses).map((part) => partOf(part.displayName, part, 'flow', -1)),
    ...(figures.stockChange.value !== null || figures.stockChange.slotsExpected > 0
      ? [partOf(stockName(figures.stockChange.value), figures.stockChange, 'stock', -1)]
      : []),
    {
      ...partOf(unaccountedName(figures.unaccounted.value), figures.unaccounted, 'unaccounted', -1),
      status: figures.unaccounted.status,
    },
  ];
  const all = [...brought, ...taken];
  const isLeft = ({ signed, side }: Signed): boolean => (signed === null || signed === 0 ? side === 1 : signed > 0);
  const [left, right] = [all.filter(isLeft), all.filter((part) => !isLeft(part))];
  const sum = (parts: readonly Signed[]): number =>
    parts.reduce((total, { signed }) => total + Math.abs(signed ?? 0), 0);
  const total = Math.max(sum(left), sum(right));
  const scale = total === 0 ? 0 : BARS_HEIGHT / total;
  const height = Math.max(
    ...[left, right].map((parts) => slots(parts, scale).reduce((taller, slot) => taller + slot + GAP, 0)),
    BARS_HEIGHT + LABEL_HEIGHT,
  );
  const middle = { top: (height - BARS_HEIGHT) / 2, height: total === 0 ? 0 : BARS_HEIGHT };
  return {
    left: stacked(left, scale, height, middle.top),
    right: stacked(right, scale, height, middle.top),
    scale,
    total,
    middle,
    height,
  };
}

interface Signed extends SankeyPart {
  readonly signed: number | null;
  readonly side: 1 | -1;
}

const partOf = (name: string, figure: BalanceFigure, kind: SankeyPart['kind'], side: 1 | -1): Signed => ({
  name,
  kind,
  figure,
  status: null,
  side,
  signed: figure.value === null ? null : figure.value * side,
});

const stockName = (change: number | null): string =>
  change === null || change === 0 ? 'Stock change' : change < 0 ? 'Taken from tanks' : 'Kept in tanks';
const unaccountedName = (rest: number | null): string =>
  rest !== null && rest < 0 ? 'More than came in' : 'Unaccounted for';

const slots = (parts: readonly Signed[], scale: number): readonly number[] =>
  parts.map(({ signed }) => Math.max(LABEL_HEIGHT, Math.abs(signed ?? 0) * scale));

function stacked(parts: readonly Signed[], scale: number, height: number, middleTop: number): readonly SankeyBar[] {
  const rooms = slots(parts, scale);
  let top = (height - rooms.reduce((sum, room) => sum + room + GAP, -GAP)) / 2;
  let inMiddle = middleTop;
  return parts.map(({ signed, side: _, ...part }, index) => {
    const [slotHeight, ribbon] = [rooms[index] ?? LABEL_HEIGHT, Math.abs(signed ?? 0) * scale];
    const bar = {
      ...part,
      height: signed === null ? 12 : Math.max(THINNEST, ribbon),
      slotHeight,
      top,
      middleTop: inMiddle,
    };
    top += slotHeight + GAP;
    inMiddle += ribbon;
    return bar;
  });
}
