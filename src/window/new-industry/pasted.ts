import { CsvError, type Options, parse } from 'csv-parse/sync';
import { UNIT_GROUPS } from '../../kernel/measure/unit.ts';
import { type Translated, translated } from '../../kernel/language.ts';
import { type IndustryDraft, listedParts, placeName, withNewPart, withPlace } from './draft.ts';
import { CATEGORY_KINDS } from './templates.ts';
import { groupOfUnit, unitOfRow } from './unit-row.ts';

const NEW_INDUSTRY = translated('newIndustry');
const UNIT_CHOICES = translated('unitChoices');
const UNIT_FIELD_NAMES = translated('unitFieldNames');

const plain = (text: string): string => text.trim().toLowerCase();
/** Whether the text is this word in one of our languages, whatever the page's own is. */
const isWord = (text: string, word: Translated): boolean =>
  Object.values(word).some((one) => plain(one) === plain(text));

/** The kind of meter of a row: by the words of the pages, in either language, or by the name of the API. */
function kindOf(text: string): string {
  if (text === '') return 'FLOW';
  return UNIT_GROUPS.find((group) => plain(group) === plain(text) || isWord(text, UNIT_CHOICES[group])) ?? text;
}

/** Fields of the rows; a spreadsheet copies tabs, and some files have semicolons. */
function fieldsOf(text: string): readonly (readonly string[])[] {
  const [first = ''] = text.split('\n');
  const delimiter = ['\t', ';'].find((one) => first.includes(one)) ?? ',';
  const options: Options = {
    delimiter,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  };
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quote that is never closed belongs to a name.
    return parse(text, { ...options, quote: null });
  }
}

const isHead = ([first = '']: readonly string[]): boolean => isWord(first, UNIT_FIELD_NAMES.displayName);

/** The part with this name; a new one where there is none. */
function placed(draft: IndustryDraft, at: number, category: string): IndustryDraft {
  const unit = draft.units[at];
  if (unit === undefined || category === '') return draft;
  const found = listedParts(draft).find(({ displayName, id }) =>
    [displayName, id].some((one) => plain(one) === plain(category)),
  );
  if (found !== undefined) return withPlace(draft, unit.unitId, placeName(found));
  const group = groupOfUnit(unit);
  const [categoryKey] = Object.entries(CATEGORY_KINDS).find(([, kind]) => kind === group) ?? ['ID_CONSUMPTION'];
  const made = withNewPart(draft, category, { categoryKey, standardCategoryId: unit.standardCategoryId });
  return withPlace(made.draft, unit.unitId, made.place);
}

/**
 * The draft with the units of a spreadsheet's rows behind its own: name, key, what it measures, measure, category, own
 * field. What lacks at the end of a row is as in a new unit.
 */
export function withPasted(draft: IndustryDraft, text: string): IndustryDraft {
  const rows = fieldsOf(text);
  const [head = []] = rows;
  return rows.slice(isHead(head) ? 1 : 0).reduce((before, row) => {
    const [name = '', key = '', kind = '', siUnit = '', category = '', own = ''] = row;
    const unit = unitOfRow(before, { name, key, kind: kindOf(kind), siUnit, own });
    return placed({ ...before, units: [...before.units, unit] }, before.units.length, category);
  }, draft);
}

/** Heads of the columns, as the page names them. */
export const PASTED_COLUMNS = [
  UNIT_FIELD_NAMES.displayName,
  UNIT_FIELD_NAMES.unitId,
  UNIT_FIELD_NAMES.standardCategoryId,
  UNIT_FIELD_NAMES.siUnit,
  NEW_INDUSTRY.category,
  NEW_INDUSTRY.own,
] as const;
