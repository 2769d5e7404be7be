import type { Bound, DocumentMeta, Figure, PeriodEntry, Unheard } from '../../../kernel/document/types.ts';
import type { UnitParameter } from '../../../kernel/measure/unit.ts';
import type { Formatter } from './categories.ts';
import { boundOf, type Completeness, completenessOf, partsOfSpan } from '../../../kernel/document/completeness.ts';
import { figureToDisplay, parametersToDisplay, toDisplay, unheardToDisplay } from '../figures/display.ts';
import { partOfBucket, type UnitSpan } from '../figures/unit-span.ts';

type EntryFigure =
  'ir' | 'fr' | 'offlineValue' | 'nonZero' | 'energySaved' | 'energySavedCoverage' | 'y1' | 'percentage' | 'average';

type MetaFigure = Exclude<keyof DocumentMeta, 'meters' | 'unheard'>;

/** One bucket in an answer. The formatter decides which of the optional keys it has. */
interface Bucket extends Partial<Record<EntryFigure, number | null>> {
  /** ISO 8601 UTC start. */
  readonly x: string;
  /** null: no data, or not begun. */
  readonly y: Figure;
  /** Genuine slots / expected slots; null when none was expected yet. */
  readonly coverage: number | null;
  /** Estimated readings / readings; null without readings. */
  readonly estimatedShare: number | null;
  /** Side of `y` on which the truth lies; absent: enough was measured, or it is a level or mean. */
  readonly bound?: Bound;
  readonly offlineCount: number;
  /** Minutes. */
  readonly offlineDuration: number;
  /** The quantity that passed and is in no figure, divided; absent: there is none. */
  unheard?: Unheard;
  /** Means of electrical parameters. */
  py?: Readonly<Record<string, number | null>>;
}

/** One unit of an answer (docs/reference/api-choices.md, v2 answer). */
export interface UnitObject extends Completeness {
  readonly unitId: string;
  readonly unitName: string;
  readonly standardCategoryId: string;
  readonly siUnit: string;
  /** The figure of the whole span: sum of flow and energy, latest level, parameter means; null without data. */
  readonly value: Figure;
  readonly data: readonly Bucket[];
  readonly meta: Readonly<Record<string, number | null>>;
  /** The amount that passed and is in no figure of the span, divided; absent: none. */
  readonly unheard?: Unheard;
  /** Declared parameters, where the formatter shows any. */
  readonly params?: Readonly<Record<string, UnitParameter>>;
  readonly paramValue?: Readonly<Record<string, number | null>>;
}

/** Figures an entry or document carries beside its value: those in milli-units, and those in units of their own. */
interface Layout {
  readonly scaled: readonly EntryFigure[];
  readonly plain: readonly EntryFigure[];
  readonly metaScaled: readonly MetaFigure[];
  readonly metaPlain: readonly MetaFigure[];
  readonly showsParameters: boolean;
}

const FLOW: Layout = {
  scaled: ['ir', 'fr', 'offlineValue'],
  plain: ['nonZero'],
  metaScaled: ['ir', 'fr', 'offlineValue'],
  metaPlain: ['flowFactor', 'nonZero'],
  showsParameters: false,
};
const LEVEL: Layout = { scaled: [], plain: [], metaScaled: [], metaPlain: [], showsParameters: false };
const ENERGY_DETAIL: Layout = {
  ...FLOW,
  plain: ['nonZero', 'energySaved', 'energySavedCoverage'],
  metaPlain: ['flowFactor', 'nonZero', 'energySaved', 'energySavedCoverage'],
  showsParameters: true,
};

const LAYOUTS: Readonly<Record<Formatter, Layout>> = {
  flow: FLOW,
  stock: {
    ...LEVEL,
    scaled: ['y1'],
    plain: ['percentage'],
    metaScaled: ['maxCapacity', 'openingStock'],
    metaPlain: ['percentage'],
  },
  energy: FLOW,
  'multi-energy': { ...FLOW, showsParameters: true },
  quality: { ...LEVEL, showsParameters: true },
  'ground-water': { ...LEVEL, scaled: ['average'], metaScaled: ['average'], metaPlain: ['lastEpoch'] },
};

/** Settings of a unit's layout. */
interface Layouting {
  readonly formatter: Formatter;
  readonly divisionFactor: number;
  /**
   * The query flag v2. Spec gap: "switches energy processing" is all that is said. With it energy buckets carry
   * energySaved and energySavedCoverage (kWh and a ratio; hours have none) and the electrical parameters: `py` per
   * bucket, `paramValue` of the whole.
   */
  readonly energyDetail: boolean;
}

const layoutOf = ({ formatter, energyDetail }: Layouting): Layout =>
  energyDetail && (formatter === 'energy' || formatter === 'multi-energy') ? ENERGY_DETAIL : LAYOUTS[formatter];

/** One unit over a span, divided and rounded (specification, User: device data v2, formatters). */
export function formatUnit(span: UnitSpan, layouting: Layouting): UnitObject {
  const { unit, figures, entries } = span;
  const { divisionFactor } = layouting;
  const layout = layoutOf(layouting);
  const showsParameters = layout.showsParameters && Object.keys(unit.params).length > 0;
  return {
    unitId: unit.unitId,
    unitName: unit.displayName,
    standardCategoryId: unit.standardCategoryId,
    siUnit: unit.siUnit,
    value: figureToDisplay(figures?.value ?? null, divisionFactor),
    ...completenessOf(partsOfSpan(span)),
    data: entries.map((entry) => bucketOf(entry, boundOf(partOfBucket(unit, entry)), layout, divisionFactor)),
    meta: metaOf(figures?.meta ?? null, layout, divisionFactor),
    ...unheardToDisplay(figures?.meta.unheard, divisionFactor),
    ...(showsParameters ? { params: unit.params } : {}),
    ...(layout.showsParameters && figures?.paramValue !== undefined
      ? { paramValue: parametersToDisplay(figures.paramValue) }
      : {}),
  };
}

function bucketOf(entry: PeriodEntry, bound: Bound | null, layout: Layout, divisionFactor: number): Bucket {
  const bucket: Bucket = {
    ...unheardToDisplay(entry.unheard, divisionFactor),
    x: entry.x,
    y: figureToDisplay(entry.y, divisionFactor),
    coverage: entry.coverage,
    estimatedShare: entry.estimatedShare ?? null,
    offlineCount: entry.offlineCount,
    offlineDuration: entry.offlineDuration,
    ...(bound === null || entry.y === null ? {} : { bound }),
  };
  for (const key of layout.scaled) {
    const figure = entry[key];
    if (figure !== undefined) bucket[key] = toDisplay(figure, divisionFactor);
  }
  for (const key of layout.plain) {
    const figure = entry[key];
    if (figure !== undefined) bucket[key] = toDisplay(figure, 1);
  }
  if (layout.showsParameters && entry.py !== undefined) bucket.py = parametersToDisplay(entry.py);
  return bucket;
}

function metaOf(
  meta: DocumentMeta | null,
  layout: Layout,
  divisionFactor: number,
): Readonly<Record<string, number | null>> {
  if (meta === null) return {};
  const shown: Record<string, number | null> = {};
  for (const key of layout.metaPlain) if (meta[key] !== undefined) shown[key] = toDisplay(meta[key], 1);
  for (const key of layout.metaScaled) if (meta[key] !== undefined) shown[key] = toDisplay(meta[key], divisionFactor);
  shown['offlineCount'] = meta.offlineCount;
  shown['offlineDuration'] = meta.offlineDuration;
  return shown;
}
