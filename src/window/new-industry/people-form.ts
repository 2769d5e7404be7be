import { html } from 'hono/html';
import { type Markup, field, notice, option, may, type Visit } from '../page.ts';
import { permissionWords } from '../people/fields.ts';
import { fill } from '../texts.ts';
import { type ShownForm, textInput } from '../units/form.ts';
import { permissionsGiven, type Typed } from './state.ts';

/** The first person of the industry, who invites the others. */
export function peopleForm(visit: Visit, { admin }: Typed, form: ShownForm): Markup {
  const { newIndustry: t, people } = visit.texts;
  if (!may(visit.visitor, 'accounts:write')) return notice('high', t.mayNotInvite);
  const words = permissionWords(visit.texts, permissionsGiven(visit)).join(', ');
  return html`<p>${t.peopleMean}</p>
    <div class="panel">
      ${textInput(form, 'admin.email', people.email, {
        stored: admin['admin.email'],
        more: html`type="email" maxlength="254"`,
      })}
      ${textInput(form, 'admin.username', people.username, {
        stored: admin['admin.username'],
        hint: people.usernameMeans,
        more: html`maxlength="25" autocapitalize="none" spellcheck="false"`,
      })}
      ${field(
        'admin.by',
        t.by,
        html`<select id="admin.by" name="admin.by">
          ${option('mail', admin['admin.by'], t.byMail)} ${option('hand', admin['admin.by'], t.byHand)}
        </select>`,
      )}
      <p>${fill(t.mayDo, { words })}</p>
    </div>`;
}
