import type { z } from '@hono/zod-openapi';
import type { provisionResultAnswer } from '../../industries/http/schemas/industry.ts';
import { fingerprintOf, tagText } from '../../industries/rules/provisioning/entity-tags.ts';
import { ApiRefusal } from '../api-client.ts';
import { twoWaysSaid } from '../handle-form.ts';
import { fill } from '../texts.ts';
import { may, type Visit } from '../page.ts';
import { listedParts } from './draft.ts';
import { partField, permissionsGiven, type Step, type Typed } from './state.ts';

export type Mistakes = ApiRefusal['errors'];
export type Provisioned = z.infer<typeof provisionResultAnswer>['data'];

/** The version of an industry that is not there. The service refuses to change one that is. */
const NO_INDUSTRY = tagText({ auditKey: 0, fingerprint: fingerprintOf(null) });

const HEADERS = { targetIndustryId: '', 'If-Match': NO_INDUSTRY };

/** Whether somebody shall be invited. */
export const isInvited = ({ visitor }: Visit, { admin }: Typed): boolean =>
  may(visitor, 'accounts:write') && (admin['admin.email'] !== '' || admin['admin.username'] !== '');

/** Stands for the password that the person will set by a link. */
const PASSWORD = 'Set-by-a-link';

/** The draft up to a step, so that what is still to come is not told as missing. */
function bundleUpTo(visit: Visit, typed: Typed, step: Step): Readonly<Record<string, unknown>> {
  const { draft, admin } = typed;
  const { industry } = draft;
  if (step === 'industry') return { industry };
  if (step === 'categories') {
    const categories = Object.entries(draft.categoriesV2).map(([key, category]) => [
      key,
      { ...category, subCategories: category.subCategories.map((part) => ({ ...part, units: [] })) },
    ]);
    return { industry, categoriesV2: Object.fromEntries(categories) };
  }
  if (step === 'units' || !isInvited(visit, typed)) return draft;
  const username = admin['admin.username'];
  const invited = { userId: username, email: admin['admin.email'], username, password: PASSWORD, role: 'admin' };
  return { ...draft, users: [...usersOf(typed), { ...invited, permissions: permissionsGiven(visit) }] };
}

/** People whom a file has declared. */
const usersOf = ({ draft }: Typed): readonly unknown[] => {
  const users = draft['users'];
  return Array.isArray(users) ? users : [];
};

/** The field of a form for the field of a mistake. */
function formField(field: string, typed: Typed): string {
  const invited = `users[${usersOf(typed).length}].`;
  if (field.startsWith(invited)) return `admin.${field.slice(invited.length).replace('userId', 'username')}`;
  const part = listedParts(typed.draft).find((one) => partField(one) === field.replace(/\.id$/, '.displayName'));
  if (part !== undefined) return partField(part);
  return field.replace(/^(units\[\d+\]\.params)\b.*$/, '$1');
}

/** The words for a mistake. A capacity that can be read in two ways is asked for, as it is on other pages. */
function problemSaid({ texts }: Visit, field: string, problem: string, { draft }: Typed): string {
  const [, at] = /^units\[(\d+)\]\.maxCapacity$/.exec(field) ?? [];
  const capacity = draft.units[Number(at)]?.['maxCapacity'];
  return (typeof capacity === 'string' ? twoWaysSaid(capacity, texts) : null) ?? problem;
}

function mistakesOf(visit: Visit, { status, errors, message }: ApiRefusal, typed: Typed): Mistakes {
  const id = typed.draft.industry.industryId;
  if (status === 412) return [{ field: 'industry.industryId', problem: fill(visit.texts.newIndustry.taken, { id }) }];
  const told = errors.length === 0 ? [{ field: '', problem: message }] : errors;
  const seen = new Set<string>();
  return told
    .map(({ field, problem }) => ({
      field: formField(field, typed),
      problem: problemSaid(visit, field, problem, typed),
    }))
    .filter(({ field }) => {
      // A unit's own field tells what is wrong with its key, and its part would tell it once more.
      const isAgain = seen.has(field) || /\.subCategories\[\d+\]\.units\[/.test(field);
      seen.add(field);
      return !isAgain;
    });
}

/** Statuses of a refusal that is about what was typed. */
const ABOUT_FIELDS: readonly number[] = [400, 405, 412];

async function answered<T>(visit: Visit, typed: Typed, ask: () => Promise<T>): Promise<T | Mistakes> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiRefusal) || !ABOUT_FIELDS.includes(error.status)) throw error;
    return mistakesOf(visit, error, typed);
  }
}

const provision = async (visit: Visit, bundle: unknown, isCheck: boolean): Promise<Provisioned> =>
  (await visit.send<{ data: Provisioned }>('POST', `/api/admin/industry?dryRun=${isCheck}`, bundle, HEADERS)).data;

/** The service's own check of what was typed up to a step: what it would do, or each mistake at its field. */
export const checked = (visit: Visit, typed: Typed, step: Step): Promise<Provisioned | Mistakes> =>
  answered(visit, typed, () => provision(visit, bundleUpTo(visit, typed, step), true));

/** Makes the industry, without the person who is invited. */
export const made = (visit: Visit, typed: Typed): Promise<Provisioned | Mistakes> =>
  answered(visit, typed, () => provision(visit, typed.draft, false));

export const isRefused = (answer: Provisioned | Mistakes): answer is Mistakes => Array.isArray(answer);
