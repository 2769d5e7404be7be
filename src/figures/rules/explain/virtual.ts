import type { DailyDocument } from '../../../kernel/document/types.ts';
import {
  evaluateFormula,
  type FormulaTrace,
  type TracedOperand,
  traceFormula,
} from '../../../kernel/formula/evaluate.ts';
import { type Formula, OPENING_STOCK_SUFFIX } from '../../../kernel/formula/types.ts';
import { type Failure, failureText } from '../processors/failure.ts';
import { numberOrNull } from '../processors/numbers.ts';
import { processVirtualDay, type VirtualDay } from '../processors/virtual.ts';
import { inThrees, numberText } from './number-text.ts';
import type { ExplainedFormula, ExplainedOperand, ExplainedStep } from './types.ts';

interface ExplainedVirtualDay {
  readonly document: DailyDocument;
  readonly formula: ExplainedFormula;
  readonly steps: readonly ExplainedStep[];
}

/**
 * A virtual unit's day with the steps of its formula to the figure of the day, or of one hour. The processor itself
 * computes it. Its evaluation is replaced by one that gives the same result and remembers the operands.
 * @param formula null when the unit has none that parses
 */
export function explainVirtualDay(
  input: VirtualDay,
  formula: Formula | null,
  hour: number | null,
): ExplainedVirtualDay {
  const traces: FormulaTrace[] = [];
  const evaluate: VirtualDay['evaluate'] = (lookup) => {
    if (formula === null) return null;
    const trace = traceFormula(formula, lookup);
    traces.push(trace);
    return trace.result;
  };
  const { document, failures } = processVirtualDay({ ...input, evaluate }, (lookup) =>
    formula === null ? null : evaluateFormula(formula, lookup),
  );
  const failure = hour === null ? failures.day : (failures.hours[hour] ?? null);
  const isPassedOn = failure !== null && failure.unitId !== input.unit.unitId;
  // The processor evaluates the hours in their order, then the day.
  const trace = traces.at(hour ?? -1) ?? null;
  const value = numberOrNull(hour === null ? document.value : document.hourly[hour]?.y);
  const result = value === null ? null : (trace?.result ?? null);
  const isClamped = result !== null && result < 0 && value === 0 && !input.negativeAllowed;
  const reasonForNull = value === null ? nullReason(failure, isPassedOn) : null;
  const explained: ExplainedFormula = {
    calculations: input.unit.calculations,
    isCyclic: failure?.kind === 'cycle',
    text: isPassedOn ? null : (trace?.text ?? null),
    result,
    negativeAllowed: input.negativeAllowed,
    isClamped,
    reasonForNull,
    failedUnitId: failure?.unitId ?? null,
    operands: (trace?.operands ?? []).map((operand) => explainOperand(input, operand, hour)),
  };
  const outcome = trace === null ? 'none' : `${inThrees(trace.text)} = ${numberText(trace.result)}`;
  const text =
    reasonForNull !== null
      ? `no figure: ${reasonForNull}`
      : isClamped
        ? `${outcome}, which counts as 0 because virtualNegativeCalc is off`
        : outcome;
  const numbers = Object.fromEntries(explained.operands.map((operand) => [operand.name, operand.usedAs]));
  return {
    document,
    formula: explained,
    steps: [{ rule: 'formula', hour, text, numbers: { ...numbers, result, value } }],
  };
}

function nullReason(failure: Failure | null, isPassedOn: boolean): string {
  if (failure === null) return 'none of its operands has data';
  return isPassedOn
    ? `${failure.unitId}, which it uses directly or through others, has failed: ${failureText(failure)}`
    : failureText(failure);
}

function explainOperand(input: VirtualDay, operand: TracedOperand, hour: number | null): ExplainedOperand {
  const documents = operand.kind === 'addAll' ? input.addAll : (input.operands.get(idOf(operand)) ?? []);
  return {
    name: operand.name,
    kind: operand.kind,
    value: operand.value,
    usedAs: operand.usedAs,
    units: documents.map((document) => ({ unitId: document.unitId, value: figureOf(document, operand.kind, hour) })),
  };
}

const idOf = ({ name, kind }: TracedOperand): string =>
  kind === 'openingStock' ? name.slice(0, -OPENING_STOCK_SUFFIX.length) : name;

/** An opening stock is the day's, in an hour as well. */
function figureOf(document: DailyDocument, kind: TracedOperand['kind'], hour: number | null): number | null {
  if (kind === 'openingStock') return document.meta.openingStock ?? null;
  return numberOrNull(hour === null ? document.value : document.hourly[hour]?.y);
}
