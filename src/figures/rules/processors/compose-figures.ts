import { provenanceFrom, provisionalOf, sumCounts, weightedBySlots } from '../../../kernel/document/provenance.ts';
import { unheardOf } from '../../../kernel/document/unheard.ts';
import type { DocumentMeta, Figure, ProcessedDocument, Provenance } from '../../../kernel/document/types.ts';
import { boundOf, boundOfAll, lacksMuch, metersOf, partOfDocument } from '../../../kernel/document/completeness.ts';
import { sum } from '../../../kernel/measure/exact.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { firstKnown, lastKnown, meanOrNull, numberOrNull, sumOrNull } from './numbers.ts';
import {
  composeMeans,
  composeParameterValues,
  meansAmong,
  nullWhenEmpty,
  type ParameterFigures,
  type Unlike,
} from './parameters.ts';
import { ALGORITHM_VERSION } from './version.ts';

type Documents = readonly ProcessedDocument[];

/** value, paramValue and meta of a month or year. */
export interface ComposedFigures {
  readonly value: Figure;
  readonly paramValue?: ParameterFigures;
  readonly meta: DocumentMeta;
}

/**
 * Figures of a month or year from the documents of its periods in order (specification, Processed documents: monthly
 * and yearly).
 */
export function composeFigures(unit: Unit, documents: Documents, unlike: Unlike): ComposedFigures {
  switch (unit.group) {
    case 'FLOW':
    case 'CONSUMPTION':
      return { value: sumOfValues(documents), meta: flowMeta(unit, documents) };
    case 'ENERGY':
      return {
        value: sumOfValues(documents),
        ...energyParameters(unit, documents, unlike),
        meta: { ...flowMeta(unit, documents), ...energySavings(documents) },
      };
    case 'STOCK':
      return stockFigures(unit, documents);
    case 'GROUND_WATER_LEVEL':
      return groundWaterFigures(documents);
    case 'QUALITY':
      return qualityFigures(documents, unlike);
    case 'VIRTUAL':
      return { value: sumOfValues(documents), meta: { ...offlineSums(documents), ...unheardOfPeriods(documents) } };
  }
}

/**
 * Provenance of a month or year: the counts are sums, the coverage follows from them. The algorithm version is the
 * oldest one among the periods.
 */
export function composeProvenance(unit: Unit, documents: Documents): Provenance {
  const parts = documents.map(({ provenance }) => provenance);
  const version = parts.reduce((oldest, part) => Math.min(oldest, part.algorithmVersion), ALGORITHM_VERSION);
  const provenance = { ...provenanceFrom(sumCounts(parts), version), ...provisionalOf(parts) };
  if (unit.group !== 'VIRTUAL') return provenance;
  return { ...provenance, ...metersAndBound(documents, provenance), ...failedOf(documents) };
}

/**
 * The bounds of a formula's periods hold for its month as far as a good part of a meter is missing from all of it, as
 * for a meter itself. A period that failed leaves the month open.
 */
function metersAndBound(
  documents: Documents,
  provenance: Provenance,
): Pick<Provenance, 'meters' | 'metersMeasured' | 'bound'> {
  const counted = documents.map((document) => metersOf(document.provenance));
  const meters = Math.max(0, ...counted.map((one) => one.meters));
  const metersMeasured = Math.max(0, ...counted.map((one) => one.metersMeasured));
  const isLacking = lacksMuch({ ...provenance, meters });
  const bound = boundOfAll(
    documents.map((document) =>
      isLacking || document.provenance.failed === true ? boundOf(partOfDocument(document)) : null,
    ),
  );
  return { meters, metersMeasured, ...(bound === null ? {} : { bound }) };
}

/** A month or year adds the periods that have a figure; it failed when none has one and some of them failed. */
const failedOf = (documents: Documents): Pick<Provenance, 'failed'> =>
  documents.every(({ value }) => value === null) && documents.some(({ provenance }) => provenance.failed === true)
    ? { failed: true }
    : {};

const valuesOf = (documents: Documents): (number | null)[] => documents.map(({ value }) => numberOrNull(value));
const sumOfValues = (documents: Documents): number | null => sumOrNull(valuesOf(documents));
const sumOf = (documents: Documents, pick: (meta: DocumentMeta) => number | undefined): number =>
  sum(documents.map(({ meta }) => pick(meta) ?? 0));

const unheardOfPeriods = (documents: Documents) => unheardOf(documents.map(({ meta }) => meta.unheard));

const offlineSums = (documents: Documents) => ({
  offlineCount: sumOf(documents, (meta) => meta.offlineCount),
  offlineDuration: sumOf(documents, (meta) => meta.offlineDuration),
});

/** Configuration may change within a month: the figures beside it are those of the latest period. */
const flowMeta = (unit: Unit, documents: Documents): DocumentMeta => ({
  flowFactor: documents.at(-1)?.meta.flowFactor ?? unit.flowFactor,
  ir: firstKnown(documents.map(({ meta }) => meta.ir ?? null)),
  fr: lastKnown(documents.map(({ meta }) => meta.fr ?? null)),
  nonZero: sumOf(documents, (meta) => meta.nonZero),
  ...offlineSums(documents),
  offlineValue: sumOf(documents, (meta) => meta.offlineValue),
  ...unheardOfPeriods(documents),
});

/**
 * Spec gap: how coverage composes is not stated. Weighted by expected slots it stays what it is in a day: valid
 * intervals / expected intervals.
 */
const energySavings = (documents: Documents) => ({
  energySaved: sumOf(documents, (meta) => meta.energySaved),
  energySavedCoverage:
    weightedBySlots(
      documents.map(({ meta, provenance }) => ({
        ratio: meta.energySavedCoverage ?? 0,
        slotsExpected: provenance.slotsExpected,
      })),
    ) ?? 0,
});

/** Spec gap: not stated for months; the mean of the periods' figures, and the last one of an isLatest parameter. */
const energyParameters = (
  unit: Unit,
  documents: Documents,
  unlike: Unlike,
): { readonly paramValue?: ParameterFigures } =>
  Object.keys(unit.params).length === 0
    ? {}
    : {
        paramValue: composeParameterValues(
          unit,
          documents.map(({ paramValue }) => paramValue ?? {}),
          unlike,
        ),
      };

function stockFigures(unit: Unit, documents: Documents): ComposedFigures {
  const latest = documents.findLast(({ value }) => value !== null);
  return {
    value: numberOrNull(latest?.value ?? null),
    meta: {
      maxCapacity: documents.at(-1)?.meta.maxCapacity ?? unit.maxCapacity,
      percentage: latest?.meta.percentage ?? null,
      openingStock: documents[0]?.meta.openingStock ?? 0,
      ...offlineSums(documents),
    },
  };
}

/** meta.average is the mean of the daily levels, in a year as in a month: a year reads the days its months list. */
function groundWaterFigures(documents: Documents): ComposedFigures {
  const dailyLevels = documents.flatMap((document) =>
    'daily' in document ? document.daily.map(({ y }) => numberOrNull(y)) : [numberOrNull(document.value)],
  );
  const lastEpoch = documents.findLast(({ meta }) => (meta.lastEpoch ?? null) !== null)?.meta.lastEpoch ?? null;
  return {
    value: lastKnown(valuesOf(documents)),
    meta: { average: meanOrNull(dailyLevels) ?? 0, lastEpoch, ...offlineSums(documents) },
  };
}

function qualityFigures(documents: Documents, unlike: Unlike): ComposedFigures {
  const means = meansAmong(documents.map(({ value }) => value));
  return { value: nullWhenEmpty(composeMeans(means, unlike)), meta: offlineSums(documents) };
}
