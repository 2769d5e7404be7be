import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import { ROLES, type Role } from '../../platform/login/rules/caller.ts';
import {
  isPermission,
  missingPermissions,
  type Permission,
  PERMISSIONS,
} from '../../platform/login/rules/permissions.ts';
import { fieldText } from '../handle-form.ts';
import { type Markup, field, option, notice, type Visit } from '../page.ts';
import { type Texts, fill } from '../texts.ts';
import type { madeLink } from '../../industries/http/schemas/account.ts';
import { momentText } from '../dates.ts';

export const PERSON_PATH = '/app/operations/person';

const ALL = Object.keys(PERMISSIONS).filter(isPermission);

const roleName = ({ people }: Texts): Readonly<Record<Role, string>> => ({
  user: people.roleUser,
  admin: people.roleAdmin,
  guest: people.roleGuest,
});

/** Permissions in words; one that no page knows, such as `alerts:*`, as it is written. */
export const permissionWords = ({ permissionWords: words }: Texts, permissions: readonly string[]): readonly string[] =>
  permissions.map((permission) => (isPermission(permission) ? words[permission] : permission));

/** Says which permissions are lacking, and whom to ask for them. */
export const lackingText = (texts: Texts, permissions: readonly string[]): string =>
  fill(texts.frame.lacking, { permissions: permissionWords(texts, permissions).join(', ') });

/** Whether the visitor holds all these permissions, without which the API would refuse to change who has them. */
export const holdsAll = ({ visitor }: Visit, permissions: readonly string[]): boolean =>
  missingPermissions(visitor.permissions, permissions).length === 0;

/** Role, and a box for each permission that the visitor may give. Others that the person holds are named. */
export function rightsFields(visit: Visit, { role, permissions }: Rights): Markup {
  const { people: t, permissionWords: words } = visit.texts;
  const names = roleName(visit.texts);
  const box = (permission: Permission): Markup =>
    html`<label class="flag"
      ><input
        type="checkbox"
        name="permission"
        value="${permission}"
        ${permissions.includes(permission) ? 'checked' : ''}
      />
      ${words[permission]}</label
    >`;
  const unlisted = permissions.filter((permission) => !isPermission(permission));
  const roles = html`<select id="role" name="role">
    ${ROLES.map((one) => option(one, role, names[one]))}
  </select>`;
  return html`${field('role', t.role, roles)}
    <fieldset class="flags">
      <legend>${t.permissions}</legend>
      ${ALL.filter((permission) => holdsAll(visit, [permission])).map(box)}
      ${unlisted.map((permission) => html`<input type="hidden" name="permission" value="${permission}" />`)}
    </fieldset>`;
}

interface Rights {
  readonly role: string;
  readonly permissions: readonly string[];
}

/** The rights that were ticked in the form that was sent, else these. */
export const rightsTyped = ({ typed }: Pick<Visit, 'typed'>, rights: Rights, act: string): Rights =>
  typed === null || fieldText(typed, 'act') !== act ? rights : rightsOf(typed);

/** The body of the API, of the fields that {@link rightsFields} has. */
export const rightsOf = (form: FormData) => ({
  role: fieldText(form, 'role'),
  permissions: form.getAll('permission').filter((one) => typeof one === 'string'),
});

export type MadeLink = z.infer<typeof madeLink>;

/** A made link, shown this once, or the sentence `mailed` when a mail brings the link. */
export const madeLinkNotice = (
  { texts: { people: t }, clock }: Visit,
  { link, expiresAt }: MadeLink,
  username: string,
  mailed: string,
): Markup =>
  link === null || expiresAt === null
    ? notice('stock', fill(mailed, { username }))
    : html`<div class="notice stock" role="status">
        <p>${fill(t.linkMade, { username, until: momentText(expiresAt, clock) })}</p>
        <p><code class="secret">${link}</code></p>
      </div>`;
