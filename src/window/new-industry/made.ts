import { html } from 'hono/html';
import { reasonOf } from '../../kernel/reason-of.ts';
import { ApiRefusal } from '../api-client.ts';
import { type Markup, type PageContent, notice, may, type Visit } from '../page.ts';
import { type MadeLink, madeLinkNotice } from '../people/fields.ts';
import { PEOPLE_PATH } from '../operations/section.ts';
import { chooseIndustry } from '../session.ts';
import { fill } from '../texts.ts';
import { isInvited, type Provisioned } from './check.ts';
import { permissionsGiven, type Typed } from './state.ts';

/** Invites the first person. The industry is there by now, and stays when that fails. */
async function invited(visit: Visit, { admin }: Typed, industryId: string): Promise<Markup> {
  const username = admin['admin.username'];
  const asked = {
    email: admin['admin.email'],
    username,
    role: 'admin',
    permissions: permissionsGiven(visit),
    by: admin['admin.by'],
  };
  try {
    const { data } = await visit.send<{ data: MadeLink }>('POST', '/api/user/accounts', asked, {
      targetIndustryId: industryId,
    });
    return madeLinkNotice(visit, data, username, visit.texts.people.invited);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return notice('high', fill(visit.texts.newIndustry.notInvited, { username, problem: reasonOf(error) }));
  }
}

/** Next steps for an industry that was just made. Its maker looks at this industry from now on. */
export async function madePage(visit: Visit, typed: Typed, { industryId, units }: Provisioned): Promise<PageContent> {
  const { texts, visitor, c } = visit;
  const t = texts.newIndustry;
  const name = typed.draft.industry.industryName;
  chooseIndustry(c, industryId);
  const told = isInvited(visit, typed) ? await invited(visit, typed, industryId) : '';
  const sends = units.added > 0 && may(visitor, 'keys:write');
  return {
    title: fill(t.made, { name }),
    lookedAt: { industryId, industryName: name },
    body: html`${notice('stock', fill(t.madeMeans, { name }))} ${told}
      ${
        sends
          ? html`<form method="post" action="/app/operations/keys" class="panel below">
              <h2>${t.nextKey}</h2>
              <p>${t.nextKeyMeans}</p>
              <p class="field">
                <label for="name">${texts.keys.name}</label>
                <input id="name" name="name" value="${t.firstDevice}" maxlength="200" autocomplete="off" required />
              </p>
              <p><button name="act" value="create">${t.makeKey}</button></p>
            </form>`
          : ''
      }
      <p class="buttons">
        <a class="button quiet" href="/app/today">${t.toToday}</a>
        <a class="button quiet" href="/app/units">${texts.frame.allUnits}</a>
        <a class="button quiet" href="${PEOPLE_PATH}">${texts.people.title}</a>
      </p>`,
  };
}
