import { type FlowPart, type FlowSides, partSize } from '../rules/flow-sides.ts';

export interface SankeyBar extends FlowPart {
  /** Upper end of the bar, and of its ribbon at the middle. */
  readonly top: number;
  readonly height: number;
  readonly middleTop: number;
  /** Height of the bar together with its label. */
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
/** Height of a label of three lines, as most labels have. */
const LABEL_HEIGHT = 58;
const GAP = 10;

/** @param labelHeight height of the label beside a bar */
export function sankeyLayout({ left, right }: FlowSides, labelHeight: (part: FlowPart) => number): SankeyLayout {
  const sum = (parts: readonly FlowPart[]): number => parts.reduce((total, part) => total + partSize(part), 0);
  const total = Math.max(sum(left), sum(right));
  const scale = total === 0 ? 0 : BARS_HEIGHT / total;
  const placed = (parts: readonly FlowPart[]): readonly Placed[] =>
    parts.map((part) => {
      const ribbon = partSize(part) * scale;
      return { part, ribbon, slotHeight: Math.max(LABEL_HEIGHT, labelHeight(part), ribbon) };
    });
  const sides = { left: placed(left), right: placed(right) };
  const height = Math.max(
    ...Object.values(sides).map((parts) => parts.reduce((taller, { slotHeight }) => taller + slotHeight + GAP, 0)),
    BARS_HEIGHT + LABEL_HEIGHT,
  );
  const middle = { top: (height - BARS_HEIGHT) / 2, height: total === 0 ? 0 : BARS_HEIGHT };
  return {
    left: stacked(sides.left, height, middle.top),
    right: stacked(sides.right, height, middle.top),
    scale,
    total,
    middle,
    height,
  };
}

interface Placed extends Pick<SankeyBar, 'slotHeight'> {
  readonly part: FlowPart;
  /** Height of the bar's ribbon. */
  readonly ribbon: number;
}

function stacked(parts: readonly Placed[], height: number, middleTop: number): readonly SankeyBar[] {
  let top = (height - parts.reduce((sum, { slotHeight }) => sum + slotHeight + GAP, -GAP)) / 2;
  let inMiddle = middleTop;
  return parts.map(({ part, ribbon, slotHeight }) => {
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
