import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { versionAnswer } from '../../balance/http/schemas/waterBalanceGraph.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import { scroller } from '../parts.ts';
import { fill, type Texts } from '../texts/texts.ts';

export type ListedVersion = z.infer<typeof versionAnswer>;

const restoreForm = (texts: Texts, version: number, inForce: number): Markup =>
  html`<form method="post" action="/app/balance">
    <input type="hidden" name="version" value="${version}" />
    <input type="hidden" name="inForce" value="${inForce}" />
    <button class="quiet">${fill(texts.balance.restore, { version })}</button>
  </form>`;

/** Earlier versions, with a button to restore one for people with the permission. */
export function versionsTable(
  texts: Texts,
  versions: readonly ListedVersion[],
  timezone: string,
  mayWrite: boolean,
): Markup {
  const words = texts.balance;
  const newest = versions[0]?.version;
  if (newest === undefined) return html`<p>${words.noVersions}</p>`;
  return scroller(
    words.versions,
    html`<table>
      <thead>
        <tr>
          <th scope="col">${words.version}</th>
          <th scope="col">${words.savedAt}</th>
          <th scope="col">${words.savedBy}</th>
          <th scope="col" class="figure">${words.nodes}</th>
          <th scope="col" class="figure">${words.lines}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${versions.map(
          ({ version, savedAt, savedBy, physicalNodes, virtualNodes, edges }) =>
            html`<tr>
              <th scope="row">${version}</th>
              <td class="moment">${momentText(savedAt, { timezone })}</td>
              <td>${savedBy}</td>
              <td class="figure">${physicalNodes + virtualNodes}</td>
              <td class="figure">${edges}</td>
              <td>${version === newest ? words.inForce : mayWrite ? restoreForm(texts, version, newest) : ''}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}
