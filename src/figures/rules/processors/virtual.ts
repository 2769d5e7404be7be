import { estimatedShareOf } from '../../../kernel/document/entries.ts';
import { provenanceFrom, provisionalOf, shareOf, sumCounts } from '../../../kernel/document/provenance.ts';
import type { Bound, DailyDocument, Figure, PeriodEntry, Provenance, Unheard } from '../../../kernel/document/types.ts';
import { silentPartOf, unheardTogether, withUnheard } from '../../../kernel/document/unheard.ts';
import type { FormulaLookup } from '../../../kernel/formula/evaluate.ts';
import { ADD_ALL } from '../../../kernel/formula/types.ts';
import { minus, plus } from '../../../kernel/measure/exact.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import {
  boundOf,
  boundOfAll,
  completenessOf,
  natureOf,
  partOfDocument,
  partOfEntry,
} from '../../../kernel/document/completeness.ts';
import { boundOfFormula } from '../../../kernel/document/formula-bound.ts';
import { wrapDaily } from './daily.ts';
import type { DayFailures, Failure } from './failure.ts';
import { hourCountOf, hourStart } from './hours.ts';
import { maxOrNull, numberOrNull, sumOrNull } from './numbers.ts';
import { ALGORITHM_VERSION } from './version.ts';

/** Input of the processor for one virtual unit and one business day. */
export interface VirtualDay {
  readonly industryId: string;
  readonly unit: Unit;
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  readonly dayLengthSeconds: number;
  /**
   * The daily documents behind every id the formula names: a unit id has at most one, a subcategory id those of its
   * units but quality units (their figures are added up). A unit without a document is absent or has an empty list.
   */
  readonly operands: ReadonlyMap<string, readonly DailyDocument[]>;
  /**
   * The daily documents of every unit that is neither virtual nor a quality unit when the formula uses ADD_ALL, else
   * empty.
   */
  readonly addAll: readonly DailyDocument[];
  /**
   * The formula uses figures of units, quality units of a subcategory or ADD_ALL included; one named for its opening
   * stock alone is not used so.
   */
  readonly usesFigures: boolean;
  /** Why the formula can have no figure, whatever its operands: a cycle, no formula, a quality unit named. */
  readonly failure: Failure | null;
  /** Failures of the virtual units whose figures the formula uses, in the order in which it names them. */
  readonly operandFailures: readonly DayFailures[];
  /** The industry's meta.virtualNegativeCalc. */
  readonly negativeAllowed: boolean;
  /**
   * The resolved formula, e.g. evaluateFormula bound to it; a missing operand counts 0 in it. null where it divides by
   * zero. Not asked where there is a failure.
   */
  readonly evaluate: (lookup: FormulaLookup) => number | null;
}

/** A virtual unit's day, and where it failed. */
export interface ProcessedVirtualDay {
  readonly document: DailyDocument;
  readonly failures: DayFailures;
}

/**
 * Daily document of a VIRTUAL unit (specification, User: batch processing, processors;
 * docs/explanation/architecture.md, Virtual units). `value` is the formula over the operands' daily values, not the sum
 * of clamped hours; hourly `y` is the formula over the operands' hours, with the day's opening stock. Negative results
 * are 0 unless negativeAllowed.
 *
 * Spec gap: missing operands count 0, but where a formula uses figures of units and none of them has data in the hour
 * or day, the figure is null: missing is never 0. A failure, of the formula or of a unit whose figure it uses, is null.
 * An hour or day is as offline as the operand that was offline longest, its share of estimated readings in an hour is
 * the highest. Its coverage is that of all meters together that the formula adds up. The amount that passed its
 * operands unheard would make the figure more, or less where the unit is subtracted.
 *
 * @param probe the formula again, asked by how it goes where something is missing
 */
export function processVirtualDay(input: VirtualDay, probe = input.evaluate): ProcessedVirtualDay {
  const { hours, day, used } = evaluateDay(input);
  const documents = distinct([...input.operands.values(), input.addAll].flat());
  const operands = operandsUsed(input, used);
  const added = operands.size === 0 ? documents : distinct([...operands.values()].flat());
  const asked = { ...input, evaluate: probe };
  const boundFor = boundOfOperands(asked, operands);
  const bounds = hours.map((outcome, hour) => boundFor(outcome, hour));
  const hasBound = bounds.some((bound) => bound !== null);
  const unheard = unheardOfDay(asked, documents, { hours, day });
  const figures = {
    value: day.figure,
    hourly: withUnheard(
      hours.map(({ figure }, hour) => ({
        x: hourStart(input.dayStartEpochMs, hour),
        y: figure,
        ...hourlyFields(documents, added, hour),
        ...(hasBound ? { bound: bounds[hour] ?? null } : {}),
      })),
      unheard.hours,
    ),
    meta: {
      ...worstOffline(documents.map(({ meta }) => meta)),
      ...(unheard.day === null ? {} : { unheard: unheard.day }),
    },
  };
  const document = wrapDaily(
    { ...input, unitId: input.unit.unitId },
    figures,
    provenanceOf(documents, added, day.failure, boundFor(day, null)),
    (hour) =>
      maxOrNull(
        documents.map((document) =>
          document.hourly[hour] === undefined ? null : estimatedShareOf(document, document.hourly[hour]),
        ),
      ),
  );
  return { document, failures: { day: day.failure, hours: hours.map(({ failure }) => failure) } };
}

/** The formula over the figures of each hour, and over those of the day. */
interface DayOutcomes {
  readonly hours: readonly Outcome[];
  readonly day: Outcome;
}

/** The outcomes of a day, and the names in the formula whose figures it used. */
function evaluateDay(input: VirtualDay): DayOutcomes & { readonly used: ReadonlySet<string> } {
  const used = new Set<string>();
  const hours = Array.from({ length: hourCountOf(input.dayLengthSeconds) }, (_, hour) =>
    evaluateFigure(
      input,
      used,
      (document) => document.hourly[hour]?.y ?? null,
      (failures) => failures.hours[hour] ?? null,
    ),
  );
  const day = evaluateFigure(
    input,
    used,
    (document) => document.value,
    (failures) => failures.day,
  );
  return { hours, day, used };
}

/** The bound of an outcome, by what its operands lack in the hour, or null: on the day. */
function boundOfOperands(
  input: VirtualDay,
  operands: Operands,
): (outcome: Outcome, hour: number | null) => Bound | null {
  const boundFor = boundOfFormula((raised) =>
    input.evaluate({
      value: (id) => raised(id, sumOrNull(numbersOf(input.operands.get(id) ?? []))),
      openingStock: (id) => openingStockOf(input, id),
      addAll: () => raised(ADD_ALL, sumOrNull(numbersOf(input.addAll))),
    }),
  );
  return (outcome, hour) => clamped(outcome, boundFor(lackingIn(operands, hour)), input);
}

/** Differences that the operands' unheard quantities would make to the day's figure, and to each hour's. */
function unheardOfDay(
  input: VirtualDay,
  documents: readonly DailyDocument[],
  { hours, day }: DayOutcomes,
): { readonly day: Unheard | null; readonly hours: readonly (Unheard | null)[] } {
  return {
    day: unheardOfFormula(
      input,
      documents,
      ({ meta }) => meta.unheard,
      (document) => document.value,
      day.figure,
    ),
    hours: hours.map(({ figure }, hour) =>
      unheardOfFormula(
        input,
        documents,
        (document) => document.hourly[hour]?.unheard,
        (document) => document.hourly[hour]?.y ?? null,
        figure,
      ),
    ),
  };
}

/** A unit may be named directly, through a subcategory and by ADD_ALL: it is one operand. */
const distinct = (documents: readonly DailyDocument[]): readonly DailyDocument[] => [
  ...new Map(documents.map((document) => [document.id, document])).values(),
];

/** The documents of each operand whose figures a formula uses, by its name there. */
type Operands = ReadonlyMap<string, readonly DailyDocument[]>;

/** Operands whose figures the formula uses; one named for its opening stock alone is none. */
const operandsUsed = ({ operands, addAll }: VirtualDay, used: ReadonlySet<string>): Operands =>
  new Map([...used].map((name) => [name, name === ADD_ALL ? addAll : (operands.get(name) ?? [])]));

/** The bound of each operand in an hour, or null: on the day. */
const lackingIn = (operands: Operands, hour: number | null): readonly (readonly [string, Bound | null])[] =>
  [...operands].map(([name, documents]) => [name, boundOfAll(documents.map((document) => boundIn(document, hour)))]);

function boundIn(document: DailyDocument, hour: number | null): Bound | null {
  if (hour === null) return boundOf(partOfDocument(document));
  const entry = document.hourly[hour];
  // One slot stands for all, because a bound asks for shares alone.
  return entry === undefined ? null : boundOf(partOfEntry(document.unitId, natureOf(document.meta), entry, 1));
}

const openingStockOf = ({ operands }: VirtualDay, id: string): number | null =>
  sumOrNull((operands.get(id) ?? []).map((document) => document.meta.openingStock ?? null));

const numbersOf = (documents: readonly DailyDocument[]): readonly (number | null)[] =>
  documents.map(({ value }) => numberOrNull(value));

/** A result below 0 is shown as 0, so the truth that a figure shows is not below it. */
function clamped({ figure, failure }: Outcome, bound: Bound | null, { negativeAllowed }: VirtualDay): Bound | null {
  if (failure !== null) return 'open';
  if (negativeAllowed || figure !== 0) return bound;
  return bound === 'open' ? 'at least' : bound === 'at most' ? null : bound;
}

function hourlyFields(
  documents: readonly DailyDocument[],
  added: readonly DailyDocument[],
  hour: number,
): Omit<PeriodEntry, 'x' | 'y'> {
  const entries = documents.flatMap((document) => document.hourly[hour] ?? []);
  return {
    ...worstOffline(entries),
    coverage: coverageOfHour(added, hour),
    meta: { lastEpoch: maxOrNull(entries.map((entry) => entry.meta.lastEpoch)) },
  };
}

/** Coverage weighted by slots, as that of the day is. */
function coverageOfHour(documents: readonly DailyDocument[], hour: number): number | null {
  let [expected, genuine] = [0, 0];
  for (const { hourly, provenance } of documents) {
    const coverage = hourly[hour]?.coverage ?? null;
    if (coverage === null) continue;
    const slots = provenance.slotsExpected / hourly.filter((entry) => entry.coverage !== null).length;
    expected += slots;
    genuine += coverage * slots;
  }
  return shareOf(genuine, expected);
}

type Offline = Pick<PeriodEntry, 'offlineCount' | 'offlineDuration'>;

/**
 * Slots and minutes of one operand: the one that was offline longest, or among equals the one that lacks most slots.
 */
function worstOffline(operands: readonly Offline[]): Offline {
  let worst: Offline = { offlineCount: 0, offlineDuration: 0 };
  for (const { offlineCount, offlineDuration } of operands) {
    if (
      offlineDuration > worst.offlineDuration
      || (offlineDuration === worst.offlineDuration && offlineCount > worst.offlineCount)
    )
      worst = { offlineCount, offlineDuration };
  }
  return worst;
}

/** The difference that the operands' unheard quantities would make to the formula's figure; null: none. */
function unheardOfFormula(
  input: VirtualDay,
  documents: readonly DailyDocument[],
  unheardIn: (document: DailyDocument) => Unheard | null | undefined,
  figureOf: (document: DailyDocument) => Figure,
  figure: number | null,
): Unheard | null {
  const together = unheardTogether(documents.map(unheardIn));
  if (together === null || figure === null) return null;
  const moreWith = (passed: (unheard: Unheard) => number): number => {
    const whole = evaluateFigure(
      input,
      new Set(),
      (document) => {
        const [own, unheard] = [figureOf(document), unheardIn(document) ?? null];
        return typeof own === 'number' && unheard !== null ? plus(own, passed(unheard)) : own;
      },
      () => null,
    );
    return whole.figure === null ? 0 : minus(whole.figure, figure);
  };
  const value = moreWith((unheard) => unheard.value);
  if (value === 0) return null;
  const { silent, ...own } = together;
  if (silent === undefined) return { ...own, value };
  const inSilences = moreWith((unheard) => silentPartOf(unheard)?.value ?? 0);
  return inSilences === 0
    ? { ...own, value, silences: 0 }
    : { ...own, value, silent: { ...silent, value: inSilences } };
}

interface Outcome {
  readonly figure: number | null;
  readonly failure: Failure | null;
}

/** The formula over one figure per document: a figure, a failure, or neither without data. */
function evaluateFigure(
  input: VirtualDay,
  used: Set<string>,
  figureOf: (document: DailyDocument) => Figure,
  failureOf: (failures: DayFailures) => Failure | null,
): Outcome {
  if (input.failure !== null) return { figure: null, failure: input.failure };
  let hasData = false;
  const sumOver = (operands: readonly DailyDocument[]): number | null => {
    const sum = sumOrNull(operands.map((document) => numberOrNull(figureOf(document))));
    hasData ||= sum !== null;
    return sum;
  };
  const result = input.evaluate({
    value: (id) => {
      used.add(id);
      return sumOver(input.operands.get(id) ?? []);
    },
    openingStock: (id) => openingStockOf(input, id),
    addAll: () => {
      used.add(ADD_ALL);
      return sumOver(input.addAll);
    },
  });
  const passedOn = input.operandFailures.map(failureOf).find((failure) => failure !== null);
  if (passedOn !== undefined) return { figure: null, failure: passedOn };
  if (input.usesFigures && !hasData) return NO_DATA;
  if (result === null) return { figure: null, failure: { unitId: input.unit.unitId, kind: 'not finite' } };
  return { figure: result < 0 && !input.negativeAllowed ? 0 : result, failure: null };
}

const NO_DATA: Outcome = { figure: null, failure: null };

function provenanceOf(
  documents: readonly DailyDocument[],
  added: readonly DailyDocument[],
  failure: Failure | null,
  bound: Bound | null,
): Provenance {
  const { lastEpoch } = sumCounts(documents.map(({ provenance }) => provenance));
  const parts = added.map(partOfDocument);
  const { meters, metersMeasured } = completenessOf(parts);
  return {
    ...provenanceFrom({ ...sumCounts(parts), lastEpoch }, ALGORITHM_VERSION),
    meters,
    metersMeasured,
    ...(bound === null ? {} : { bound }),
    ...provisionalOf(documents.map(({ provenance }) => provenance)),
    ...(failure === null ? {} : { failed: true }),
  };
}
