import type { ErrorDetail } from '../../../kernel/errors.ts';
import { parseFormula } from '../../../kernel/formula/parse.ts';
import { FormulaError } from '../../../kernel/formula/types.ts';
import { VOLUME_UNITS } from '../../../kernel/measure/litres.ts';
import { GROUP_OF_STANDARD_CATEGORY, type UnitGroup } from '../../../kernel/measure/unit.ts';
import { capacityOfCurve } from '../../../figures/rules/processors/stock.ts';
import type { Declared, DeclaredUnit } from './declared.ts';
import { problem } from '../../../kernel/problems.ts';

/** null: the text is no standardCategoryId. */
export const groupOf = (standardCategoryId: string | null): UnitGroup | null =>
  standardCategoryId !== null && Object.hasOwn(GROUP_OF_STANDARD_CATEGORY, standardCategoryId)
    ? (GROUP_OF_STANDARD_CATEGORY[standardCategoryId] ?? null)
    : null;

/** The text of a formula; null for an empty or blank one. */
export const formulaText = (calculations: string | null | undefined): string | null =>
  calculations === null || calculations === undefined || calculations.trim() === '' ? null : calculations;

/**
 * Problems of units with their group: a virtual unit needs a formula that parses, a tank needs a capacity or a curve,
 * and other units may have no curve.
 */
export const unitProblems = (declared: Declared): ErrorDetail[] =>
  (declared.units ?? []).flatMap((unit, index) => [
    ...formulaProblems(unit, index),
    ...capacityProblems(unit, index),
    ...curveProblems(unit, index),
  ]);

function formulaProblems(unit: DeclaredUnit, index: number): ErrorDetail[] {
  const path = ['units', index, 'meta', 'calculations'];
  const text = formulaText(unit.meta.calculations);
  if (text === null) {
    return groupOf(unit.standardCategoryId) === 'VIRTUAL'
      ? [problem(path, undefined, 'a formula such as {M1} + {M2}: a virtual unit needs one')]
      : [];
  }
  try {
    parseFormula(text);
    return [];
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return [problem(path, text, `${error.allowed} at position ${error.position}, where ${error.found} was found`)];
  }
}

function capacityProblems(unit: DeclaredUnit, index: number): ErrorDetail[] {
  const isAbsent = unit.maxCapacity === undefined || unit.maxCapacity === null;
  if (!isAbsent || unit.meta.volumeCurve !== null || groupOf(unit.standardCategoryId) !== 'STOCK') return [];
  return [
    problem(['units', index, 'maxCapacity'], undefined, 'a number above 0: the level of a stock unit is a share of it'),
  ];
}

function curveProblems({ standardCategoryId, siUnit, maxCapacity, meta }: DeclaredUnit, index: number): ErrorDetail[] {
  const { volumeCurve } = meta;
  if (volumeCurve === null) return [];
  const path = ['units', index];
  const group = groupOf(standardCategoryId);
  if (group !== null && group !== 'STOCK')
    return [
      problem(
        [...path, 'meta', 'volumeCurve'],
        volumeCurve,
        `none beside ${standardCategoryId}: a curve is of a stock unit`,
      ),
    ];
  const capacity = siUnit === null ? null : capacityOfCurve(volumeCurve, siUnit);
  if (siUnit !== null && capacity === null)
    return [problem([...path, 'siUnit'], siUnit, `${VOLUME_UNITS.join(', ')} beside meta.volumeCurve`)];
  return maxCapacity === undefined || maxCapacity === null || maxCapacity === capacity
    ? []
    : [problem([...path, 'maxCapacity'], maxCapacity, `null beside meta.volumeCurve, which holds ${capacity}`)];
}
