import { type FlowBalance, type FlowPart, flowSides } from '../domain/water-balance/flow-sides.ts';

export interface SankeyBar extends FlowPart {
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

const sizeOf = ({ figure: { value } }: FlowPart): number => Math.abs(value ?? 0);

/** @param most flows of a side that stand alone */
export function sankeyLayout(balance: FlowBalance, most?: number): SankeyLayout {
  const { left, right } = flowSides(balance, most);
  const sum = (parts: readonly FlowPart[]): number => parts.reduce((total, part) => total + sizeOf(part), 0);
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

const slots = (parts: readonly FlowPart[], scale: number): readonly number[] =>
  parts.map((part) => Math.max(LABEL_HEIGHT, sizeOf(part) * scale));

function stacked(parts: readonly FlowPart[], scale: number, height: number, middleTop: number): readonly SankeyBar[] {
  const rooms = slots(parts, scale);
  let top = (height - rooms.reduce((sum, room) => sum + room + GAP, -GAP)) / 2;
  let inMiddle = middleTop;
  return parts.map((part, index) => {
    const [slotHeight, ribbon] = [rooms[index] ?? LABEL_HEIGHT, sizeOf(part) * scale];
    const bar = {
      ...part,
      height: part.figure.value === null ? 12 : Math.max(THINNEST, ribbon),
      slotHeight,
      top,
      middleTop: inMiddle,
    };
    top += slotHeight + GAP;
    inMiddle += ribbon;
    return bar;
  });
}
