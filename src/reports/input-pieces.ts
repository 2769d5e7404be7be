import type { StoredUnit } from '../kernel/industry/industry.ts';
import type { ReportFinding, ReportIncident, ReportInput, ReportRegisterEvent } from './rules/input.ts';
import type { UnitSpan } from '../figures/rules/figures/unit-span.ts';

/*
 * A builder's input in pieces, because copying all of it at once would keep requests waiting.
 */

const SPAN_SETS = ['period', 'previous', 'lastYear', 'yearToDate'] as const;
type SpanSetName = (typeof SPAN_SETS)[number];

export type InputPiece =
  /** Everything but the spans. */
  | { readonly kind: 'input'; readonly input: Omit<ReportInput, 'units'>; readonly unitIds: readonly string[] }
  | { readonly kind: 'units'; readonly units: readonly (readonly [string, StoredUnit])[] }
  | {
      readonly kind: 'spans';
      readonly set: SpanSetName;
      readonly spans: readonly (readonly [string, UnitSpan])[];
    }
  | { readonly kind: 'events'; readonly events: readonly (readonly [string, readonly ReportRegisterEvent[]])[] }
  | { readonly kind: 'incidents'; readonly incidents: readonly ReportIncident[] }
  | { readonly kind: 'findings'; readonly findings: readonly ReportFinding[] };

/** Entries of spans in a piece, which are copied in some milliseconds. Other content is weighed in entries. */
const ENTRIES_PER_PIECE = 500;
const UNIT_WEIGHT = 5;
const EVENT_WEIGHT = 2;
const INCIDENT_WEIGHT = 5;
const FINDING_WEIGHT = 5;

/** The pieces of an input, in order. None weighs more than {@link ENTRIES_PER_PIECE}, apart from its last item. */
export function* inputPieces(input: ReportInput): Generator<InputPiece> {
  const { units, ...rest } = input;
  // Builders read the units of the report's days, and these are pieces of their own.
  const { unitsEver: _, ...industry } = rest.industry;
  const withoutSpans = Object.fromEntries(
    SPAN_SETS.map((set) => [set, rest[set] === null ? null : { ...rest[set], spans: new Map() }]),
  ) as Pick<ReportInput, SpanSetName>; // each is what it was, but for its spans
  yield {
    kind: 'input',
    input: {
      ...rest,
      ...withoutSpans,
      industry: { ...industry, units: new Map() },
      registerEvents: rest.registerEvents === null ? null : new Map(),
      incidents: rest.incidents === null ? null : [],
      findings: [],
    },
    unitIds: units.map(({ unitId }) => unitId),
  };
  for (const some of inPieces(industry.units, () => UNIT_WEIGHT)) yield { kind: 'units', units: some };
  for (const set of SPAN_SETS)
    for (const spans of inPieces(rest[set]?.spans ?? [], ([, { entries }]) => 1 + entries.length))
      yield { kind: 'spans', set, spans };
  for (const events of inPieces(rest.registerEvents ?? [], ([, own]) => 1 + own.length * EVENT_WEIGHT))
    yield { kind: 'events', events };
  for (const incidents of inPieces(rest.incidents ?? [], () => INCIDENT_WEIGHT)) yield { kind: 'incidents', incidents };
  for (const findings of inPieces(rest.findings, () => FINDING_WEIGHT)) yield { kind: 'findings', findings };
}

function* inPieces<Item>(items: Iterable<Item>, weightOf: (item: Item) => number): Generator<readonly Item[]> {
  let piece: Item[] = [];
  let weight = 0;
  for (const item of items) {
    piece.push(item);
    weight += weightOf(item);
    if (weight < ENTRIES_PER_PIECE) continue;
    yield piece;
    [piece, weight] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/** Puts an input together again. */
export function inputOf(pieces: readonly InputPiece[]): ReportInput | null {
  const [first, ...others] = pieces;
  if (first?.kind !== 'input') return null;
  const gathered = <Kind extends InputPiece['kind']>(kind: Kind) =>
    others.filter((piece): piece is Extract<InputPiece, { kind: Kind }> => piece.kind === kind);
  const spansOf = (set: SpanSetName) =>
    new Map(gathered('spans').flatMap((piece) => (piece.set === set ? piece.spans : [])));
  const { input, unitIds } = first;
  const units = new Map(gathered('units').flatMap((piece) => piece.units));
  return {
    ...input,
    industry: { ...input.industry, units },
    units: unitIds.flatMap((unitId) => units.get(unitId)?.current ?? []),
    period: input.period === null ? null : { ...input.period, spans: spansOf('period') },
    previous: input.previous === null ? null : { ...input.previous, spans: spansOf('previous') },
    lastYear: input.lastYear === null ? null : { ...input.lastYear, spans: spansOf('lastYear') },
    yearToDate: input.yearToDate === null ? null : { ...input.yearToDate, spans: spansOf('yearToDate') },
    registerEvents: input.registerEvents === null ? null : new Map(gathered('events').flatMap(({ events }) => events)),
    incidents: input.incidents === null ? null : gathered('incidents').flatMap(({ incidents }) => incidents),
    findings: gathered('findings').flatMap(({ findings }) => findings),
  };
}
