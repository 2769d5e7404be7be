import { estimatedShareOf } from '../document/entries.ts';
import { provenanceFrom, sumCounts } from '../document/provenance.ts';
import type { DailyDocument, Figure, PeriodEntry, Provenance } from '../document/types.ts';
import type { FormulaLookup } from '../formula/evaluate.ts';
import { exact } from '../measure/exact.ts';
import type { Unit } from '../measure/unit.ts';
import type { BusinessDate, EpochMillis } from '../time/types.ts';
import { wrapDaily } from './daily.ts';
import { hourCountOf, hourStart } from './hours.ts';
import { maxOrNull, minOrNull, sumOrNull } from './numbers.ts';
import { ALGORITHM_VERSION } from './version.ts';

/** Everything needed for one virtual unit and one business day. */
export interface VirtualDay {
  readonly industryId: string;
  readonly unit: Unit;
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  readonly dayLengthSeconds: number;
  /**
   * The daily documents behind every id the formula names: a unit id has at most one, a subcategory id those of its units
   * (their figures are added up). A unit without a document is absent or has an empty list.
   */
  readonly operands: ReadonlyMap<string, readonly DailyDocument[]>;
  /** The daily documents of every non-virtual unit when the formula uses ADD_ALL, else empty. */
  readonly addAll: readonly DailyDocument[];
  /** The industry's meta.virtualNegativeCalc. */
  readonly negativeAllowed: boolean;
  /** The resolved formula, e.g. evaluateFormula bound to it; a missing operand counts 0 in it. null for a cycle or any failure. */
  readonly evaluate: (lookup: FormulaLookup) => number | null;
}

/**
 * Daily document of a VIRTUAL unit (specification, Processors; DESIGN, "virtual"). `value` is the formula over the operands'
 * daily values, not the sum of clamped hours; hourly `y` is the formula over the operands' hours, with the day's opening
 * stock. Negative results are 0 unless negativeAllowed.
 *
 * Spec gap: missing operands count 0, but where a formula adds up figures of units and none of them has data in the hour or
 * day, the figure is null: missing is never 0. An hour or day is as offline as its worst operand, and its coverage is the lowest,
 * its share of estimated readings in an hour the highest.
 */
export function processVirtualDay(input: VirtualDay): DailyDocument {
  const documents = distinctDocuments(input);
  const hourly = Array.from({ length: hourCountOf(input.dayLengthSeconds) }, (_, hour) => ({
    x: hourStart(input.dayStartEpochMs, hour),
    ...hourlyFields(input, documents, hour),
  }));
  const figures = {
    value: evaluateFigure(input, documents, (document) => document.value),
    hourly,
    meta: {
      offlineCount: maxOrNull(documents.map(({ meta }) => meta.offlineCount)) ?? 0,
      offlineDuration: maxOrNull(documents.map(({ meta }) => meta.offlineDuration)) ?? 0,
    },
  };
  return wrapDaily({ ...input, unitId: input.unit.unitId }, figures, provenanceOf(documents), (hour) =>
    maxOrNull(documents.map((document) => (document.hourly[hour] === undefined ? null : estimatedShareOf(document, document.hourly[hour])))));
}

/** A unit may be named directly, through a subcategory and by ADD_ALL: it is one operand. */
const distinctDocuments = ({ operands, addAll }: VirtualDay): readonly DailyDocument[] => [
  ...new Map([...operands.values(), addAll].flat().map((document) => [document.id, document])).values(),
];

function hourlyFields(input: VirtualDay, documents: readonly DailyDocument[], hour: number): Omit<PeriodEntry, 'x'> {
  const entries = documents.flatMap((document) => document.hourly[hour] ?? []);
  return {
    y: evaluateFigure(input, documents, (document) => document.hourly[hour]?.y ?? null),
    offlineCount: maxOrNull(entries.map((entry) => entry.offlineCount)) ?? 0,
    offlineDuration: maxOrNull(entries.map((entry) => entry.offlineDuration)) ?? 0,
    coverage: minOrNull(entries.map((entry) => entry.coverage)),
    meta: { lastEpoch: maxOrNull(entries.map((entry) => entry.meta.lastEpoch)) },
  };
}

/** The formula over one figure per document; null without data and for results that are not finite. */
function evaluateFigure(
  input: VirtualDay,
  documents: readonly DailyDocument[],
  figureOf: (document: DailyDocument) => Figure,
): number | null {
  const numberOf = (document: DailyDocument): number | null => {
    const figure = figureOf(document);
    return typeof figure === 'number' ? figure : null;
  };
  // Units whose figures the formula adds up. An id that names nothing counts 0, and an opening stock is known whatever the day brings.
  let asked = 0;
  const sumOver = (operands: readonly DailyDocument[]): number | null => {
    asked += operands.length;
    return sumOrNull(operands.map(numberOf));
  };
  const result = input.evaluate({
    value: (id) => sumOver(input.operands.get(id) ?? []),
    openingStock: (id) => sumOrNull((input.operands.get(id) ?? []).map((document) => document.meta.openingStock ?? null)),
    addAll: () => sumOver(input.addAll),
  });
  if (asked > 0 && !documents.some((document) => numberOf(document) !== null)) return null;
  if (result === null || !Number.isFinite(result)) return null;
  return result < 0 && !input.negativeAllowed ? 0 : exact(result);
}

function provenanceOf(documents: readonly DailyDocument[]): Provenance {
  const parts = documents.map(({ provenance }) => provenance);
  return {
    ...provenanceFrom(sumCounts(parts), ALGORITHM_VERSION),
    coverageRatio: minOrNull(parts.map((part) => part.coverageRatio)),
  };
}
