import { html } from 'hono/html';
import { type Markup, type Page, notice, may, type Visit } from '../page.ts';
import { lackingText } from '../people/fields.ts';

const tool = (act: string, label: string, isMain = false): Markup =>
  html`<button type="button" data-do="${act}" class="${isMain ? '' : 'quiet'}" disabled>${label}</button>`;
/** A sign with its meaning for screen readers. */
const arrow = (key: string, sign: string, label: string): Markup =>
  html`<button type="button" data-do="${key}" class="quiet" aria-label="${label}" title="${label}" disabled>
    ${sign}
  </button>`;

const editor = ({ texts, clock }: Visit, mayWrite: boolean): Markup => {
  const words = texts.graphEditor;
  return html`<div
    id="editor"
    data-may-write="${String(mayWrite)}"
    data-timezone="${clock.timezone}"
    data-texts="${JSON.stringify({ ...words, ...texts.graphDifferences })}"
  >
    <div class="buttons" role="group" aria-label="${words.tools}">
      <label class="beside"
        >${words.page}
        <select name="page"></select
      ></label>
      ${tool('undo', words.undo)} ${tool('redo', words.redo)} ${tool('in', words.zoomIn)} ${tool('out', words.zoomOut)}
      ${tool('add', words.add)} ${tool('save', words.save, true)}
    </div>
    <p role="status"></p>
    <section class="notice high conflict" role="alert" tabindex="-1" hidden>
      <p></p>
      <ul></ul>
      <div class="buttons">
        <button type="button" data-way="mine">${words.mine}</button>
        <button type="button" data-way="theirs" class="quiet">${words.theirs}</button>
      </div>
    </section>
    <div class="scroll canvas" tabindex="0" role="group" aria-label="${words.canvas}">
      <svg role="presentation"></svg>
    </div>
    <fieldset disabled>
      <legend>${words.chosen}</legend>
      <label for="label">${words.name}</label>
      <input id="label" name="label" maxlength="200" aria-describedby="label-hint" />
      <p id="label-hint" class="muted">${words.nameHint}</p>
      <div class="buttons">
        ${arrow('ArrowLeft', '←', words.left)} ${arrow('ArrowUp', '↑', words.up)} ${arrow('ArrowDown', '↓', words.down)}
        ${arrow('ArrowRight', '→', words.right)} ${tool('connect', words.connect)} ${tool('remove', words.remove)}
      </div>
    </fieldset>
  </div>`;
};

/** The editor of the diagram, read-only without the permission to save. */
export const balanceEditPage: Page = {
  path: '/app/balance/edit',
  audience: 'everybody',
  show: async (visit) => {
    const { texts, visitor } = visit;
    const mayWrite = may(visitor, 'waterBalance:write');
    const body = html`<p><a href="/app/balance">${texts.graphEditor.back}</a></p>
      ${mayWrite ? '' : notice('stock', lackingText(texts, ['waterBalance:write']))}
      <noscript>${notice('high', texts.graphEditor.needsScript)}</noscript>
      ${editor(visit, mayWrite)}`;
    return { title: texts.graphEditor.title, body, islands: ['graph-editor'] };
  },
};
