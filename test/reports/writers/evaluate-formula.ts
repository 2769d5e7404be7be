import type { Workbook } from 'exceljs';

/** What a formula of a summary gives, worked out from the cells alone: SUM, AVERAGE, MAX, ROUND of a difference, a cell. */
export function evaluateFormula(book: Workbook, sheetName: string, formula: string): number {
  const call = /^(SUM|AVERAGE|MAX)\((.*)\)$/.exec(formula);
  if (call !== null) {
    const figures = (call[2] ?? '').split(/,(?=')/).flatMap((range) => numbersIn(book, sheetName, range));
    const sum = figures.reduce((a, b) => a + b, 0);
    return call[1] === 'SUM' ? sum : call[1] === 'MAX' ? Math.max(...figures) : sum / figures.length;
  }
  const rounded = /^ROUND\((\w+)-(\w+),6\)$/.exec(formula);
  if (rounded !== null) {
    const [a = NaN, b = NaN] = [rounded[1], rounded[2]].map((address = '') => numbersIn(book, sheetName, address)[0]);
    return Math.round((a - b) * 1e6) / 1e6;
  }
  return numbersIn(book, sheetName, formula)[0] ?? NaN;
}

function numbersIn(book: Workbook, sheetName: string, reference: string): number[] {
  const [, quoted, from = '', to = from] = /^(?:'((?:[^']|'')+)'!)?([A-Z]+\d+)(?::([A-Z]+\d+))?$/.exec(reference) ?? [];
  const sheet = book.getWorksheet(quoted?.replaceAll("''", "'") ?? sheetName);
  if (sheet === undefined) throw new Error(`no sheet for ${reference}`);
  const [first, last] = [sheet.getCell(from), sheet.getCell(to)];
  const found: number[] = [];
  for (let row = Number(first.row); row <= Number(last.row); row += 1)
    for (let column = Number(first.col); column <= Number(last.col); column += 1) {
      const { value } = sheet.getCell(row, column);
      if (typeof value === 'number') found.push(value);
      else if (value !== null && typeof value === 'object' && 'formula' in value)
        found.push(evaluateFormula(book, sheet.name, value.formula));
    }
  return found;
}
