import { fieldOf } from '../../kernel/problems.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { PERMISSIONS } from '../../platform/login/rules/permissions.ts';
import { fieldText } from '../handle-form.ts';
import { keyOfName } from '../islands/key-of-name.ts';
import { may, type Visit } from '../page.ts';
import {
  type IndustryDraft,
  listedParts,
  placeName,
  readDraft,
  tidy,
  withNewPart,
  withPartNamed,
  withPlace,
  withKeys,
  withVolume,
} from './draft.ts';
import { withPasted } from './pasted.ts';
import { CATEGORY_KINDS } from './templates.ts';
import { STANDARD_CATEGORIES } from '../units/unit-fields.ts';
import { typedUnit, unitKey, rowField } from './unit-row.ts';

export const STEPS = ['industry', 'categories', 'units', 'people', 'review'] as const;
export type Step = (typeof STEPS)[number];

export const stepNamed = (text: string): Step | undefined => STEPS.find((one) => one === text);

/** Who looks after the new industry. */
export const ADMIN_FIELDS = ['admin.email', 'admin.username', 'admin.by'] as const;
type Admin = Readonly<Record<(typeof ADMIN_FIELDS)[number], string>>;

/** The draft that was typed so far. Every form carries all of it. */
export interface Typed {
  readonly draft: IndustryDraft;
  readonly admin: Admin;
  /** Index of the first unit that the form shows. */
  readonly from: number;
  /** Places of the rows as they were typed. While two units have one key, the draft has one place for both. */
  readonly places: ReadonlyMap<number, string>;
}

export const partField = ({ categoryKey, at }: ReturnType<typeof listedParts>[number]): string =>
  fieldOf(['categoriesV2', categoryKey, 'subCategories', at, 'displayName']);

/** Time of day as the API takes it; browsers leave out seconds that are 0. */
const withSeconds = (time: string): string => (/^\d\d:\d\d$/.test(time) ? `${time}:00` : time);

function withIndustry(draft: IndustryDraft, form: FormData): IndustryDraft {
  if (!form.has('industry.industryName')) return draft;
  const text = (field: string): string => fieldText(form, `industry.${field}`);
  const industryName = text('industryName');
  const industry = {
    ...draft.industry,
    industryName,
    industryId: text('industryId') || keyOfName(industryName),
    place: text('place') || undefined,
    meta: {
      ...draft.industry.meta,
      timezone: text('meta.timezone'),
      shift: { startAt: withSeconds(text('meta.shift.startAt')) },
    },
  };
  return withVolume({ ...draft, industry }, fieldText(form, 'volume'));
}

function withCategories(draft: IndustryDraft, form: FormData): IndustryDraft {
  const named = listedParts(draft).reduce((before, part) => {
    const path = partField(part);
    return form.has(path) ? withPartNamed(before, placeName(part), fieldText(form, path)) : before;
  }, draft);
  const name = fieldText(form, 'newPart.name');
  const key = fieldText(form, 'newPart.category');
  const kind = ownOf(CATEGORY_KINDS, key);
  if (name === '' || kind === undefined) return named;
  return withNewPart(named, name, { categoryKey: key, standardCategoryId: STANDARD_CATEGORIES[kind] }).draft;
}

/** Places of units as they were typed, by the index of their rows. */
const placesOf = ({ units }: IndustryDraft, form: FormData): ReadonlyMap<number, string> =>
  new Map(
    units.flatMap((_, at) => {
      const place = form.get(rowField(at, 'place'));
      return typeof place === 'string' ? [[at, place] as const] : [];
    }),
  );

/** Keys are typed last, because formulas and parts follow them, and places behind them. */
function withUnits(draft: IndustryDraft, form: FormData): IndustryDraft {
  const shown = new Set(draft.units.keys().filter((at) => form.has(rowField(at, 'displayName'))));
  const units = draft.units.map((unit, at) => (shown.has(at) ? typedUnit(draft, unit, at, form) : unit));
  const keys = units.map(({ unitId }) => unitId);
  for (const at of shown)
    keys[at] = unitKey(fieldText(form, rowField(at, 'unitId')), units[at]?.displayName ?? '', keys, at);
  return [...placesOf(draft, form)].reduce(
    (before, [at, place]) => withPlace(before, before.units[at]?.unitId ?? '', place),
    withKeys({ ...draft, units }, keys),
  );
}

/** An account is named as its mail address begins, where nobody names it. */
function adminOf(form: FormData): Admin {
  const email = fieldText(form, 'admin.email');
  return {
    'admin.email': email,
    'admin.username': fieldText(form, 'admin.username') || (email.split('@')[0] ?? ''),
    'admin.by': fieldText(form, 'admin.by') === 'hand' ? 'hand' : 'mail',
  };
}

export const newTyped = (draft: IndustryDraft): Typed => ({
  draft,
  admin: adminOf(new FormData()),
  from: 0,
  places: new Map(),
});

/** The draft of a form; null: the form carries none. */
export function typedBy(form: FormData): Typed | null {
  const sent = readDraft(fieldText(form, 'bundle'));
  if (sent === null) return null;
  const filled = tidy(withUnits(withCategories(withIndustry(sent, form), form), form));
  const pasted = fieldText(form, 'pasted');
  const from = Number.parseInt(fieldText(form, 'from'), 10) || 0;
  return {
    draft: pasted === '' ? filled : withPasted(filled, pasted),
    admin: adminOf(form),
    from,
    places: placesOf(sent, form),
  };
}

/** The permissions of the first person: all those that the visitor may give. */
export const permissionsGiven = ({ visitor }: Visit): readonly string[] =>
  may(visitor, 'admin:*')
    ? ['admin:*']
    : Object.keys(PERMISSIONS).filter((one) => may(visitor, one as keyof typeof PERMISSIONS)); // its own keys
