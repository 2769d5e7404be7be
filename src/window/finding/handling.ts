import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import { addDays } from '../../kernel/time/business-date.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { RULE } from '../alerts/parts.ts';
import { fieldText, typedOr } from '../handle-form.ts';
import { ApiRefusal } from '../api-client.ts';
import { addressOf, requestDateOf } from '../dates.ts';
import { assigneeFields, noteField, type People, readPeople } from '../assignees.ts';
import { type Markup, may, type Visit } from '../page.ts';
import { KIND_WORDS } from '../../findings/rules/kind-words.ts';
import { fill } from '../texts.ts';
import { type FindingRow, findingAddress, mutedSaid, findingPlace } from './words.ts';
import type { findingDetail } from '../../findings/http/schemas/insights.ts';
import type { settingsObject } from '../../findings/http/user/insights/settings.ts';
import type { FindingUnit } from './evidence-chart.ts';

type FindingDetail = z.infer<typeof findingDetail>;
type Setting = z.infer<typeof settingsObject>['settings'][number];

/** A finding with all that its page shows. */
export interface PagedFinding extends FindingDetail {
  readonly units: readonly FindingUnit[];
  /** Mutes of its kind that are in force. */
  readonly mutes: Readonly<Record<'unit' | 'industry', Setting | null>>;
  readonly people: People;
}

/** null: the industry has no such finding. */
export async function readPagedFinding(visit: Visit, id: string): Promise<PagedFinding | null> {
  const { ask, askOrNull } = visit;
  if (id === '') return null;
  // An id that is malformed is one of no finding.
  const [found, { data: units }] = await Promise.all([
    askOrNull<{ data: FindingDetail }>(`/api/user/insights/${encodeURIComponent(id)}`, {}, [400, 404]),
    ask<{ data: readonly FindingUnit[] }>('/api/user/units', { retired: true }),
  ]);
  if (found === null) return null;
  const { kind, unitId } = found.data.finding;
  const [{ data: set }, people] = await Promise.all([
    ask<{ data: { settings: readonly Setting[] } }>('/api/user/insights/settings'),
    readPeople(visit),
  ]);
  const muted = set.settings.filter((one) => one.kind === kind && one.mutedUntil !== null);
  return {
    ...found.data,
    units,
    mutes: {
      unit: unitId === null ? null : (muted.find((one) => one.unitId === unitId) ?? null),
      industry: muted.find((one) => one.unitId === null && one.subCategoryId === null) ?? null,
    },
    people,
  };
}

/*
 * Forms of a finding, for people who may write alert rules: to acknowledge, to hand on, to comment, to judge, to mute
 * and to make a rule.
 */

const MOST_COMMENT = 2000;
/** Days of a mute, unless the form says otherwise. */
const MUTED_DAYS = 14;

const form = ({ id }: FindingRow, title: string, inside: Markup): Markup =>
  html`<form method="post" action="${findingAddress(id)}">
    <h3>${title}</h3>
    ${inside}
  </form>`;

function acknowledging(visit: Visit, finding: FindingRow): Markup | '' {
  const { insights: t, alerts } = visit.texts;
  if (finding.acknowledgedAt !== null) return '';
  return form(
    finding,
    alerts.acknowledge,
    html`${noteField(visit, t.note, 'acknowledge')}
      <button name="act" value="acknowledge">${alerts.acknowledge}</button>`,
  );
}

const assigning = (visit: Visit, { finding, people }: PagedFinding): Markup =>
  form(finding, visit.texts.insights.assign, assigneeFields(visit, finding, people));

function commenting(visit: Visit, finding: FindingRow): Markup {
  const { insights: t } = visit.texts;
  return form(
    finding,
    t.comment,
    html`<label
        >${t.commentText}
        <textarea name="text" rows="3" maxlength="${MOST_COMMENT}" required>
${typedOr(visit, 'text', '', 'comment')}</textarea>
      </label>
      <button name="act" value="comment">${t.addComment}</button>`,
  );
}

function judging(visit: Visit, finding: FindingRow): Markup {
  const { insights: t } = visit.texts;
  const isJudged = finding.fate === 'confirmed' || finding.fate === 'rejected';
  return form(
    finding,
    t.judge,
    isJudged
      ? html`<input type="hidden" name="act" value="judge" />
          <button class="quiet" name="verdict" value="none">${t.takeBack}</button>`
      : html`<input type="hidden" name="act" value="judge" />
          ${noteField(visit, t.why, 'judge')}
          <div class="buttons">
            <button name="verdict" value="confirmed">${t.confirm}</button>
            <button class="quiet" name="verdict" value="rejected">${t.reject}</button>
          </div>
          <p class="muted">${t.rejectMeans}</p>`,
  );
}

/** Mutes of the kind: for the unit until a day, for the industry for good, and back. */
function muting(visit: Visit, { finding, mutes }: PagedFinding): Markup {
  const { texts, clock, language } = visit;
  const { insights: t } = texts;
  const { unitId, kind } = finding;
  const names = { kind: KIND_WORDS[kind].title[language], place: findingPlace(texts, finding) };
  const until = (date: string | null): string => mutedSaid({ texts, clock }, date) ?? '';
  const standing = (scope: 'unit' | 'industry', name: string): Markup | '' => {
    const mute = mutes[scope];
    return mute === null
      ? ''
      : html`<p>
          ${fill(name, names)}: ${until(mute.mutedUntil)} ${mute.reason ?? ''}
          <button class="quiet" name="act" value="${scope === 'unit' ? 'tellUnit' : 'tellIndustry'}" formnovalidate>
            ${t.tellAgain}<span class="unseen"> ${fill(name, names)}</span>
          </button>
        </p>`;
  };
  return form(
    finding,
    t.mute,
    html`<input type="hidden" name="kind" value="${kind}" />
      <input type="hidden" name="unit" value="${unitId ?? ''}" />
      ${standing('unit', t.muteUnit)} ${standing('industry', t.muteIndustry)}
      ${noteField(visit, t.why, 'mute', 'switchOff')}
      ${
        mutes.unit === null
          ? html`<label
                >${t.muteUntil}
                <input
                  type="date"
                  name="until"
                  min="${addDays(clock.today, 1)}"
                  value="${typedOr(visit, 'until', addDays(clock.today, MUTED_DAYS), 'mute', 'switchOff')}"
              /></label>
              <p>
                <button name="act" value="mute">${fill(t.muteNow, names)}</button>
              </p>`
          : ''
      }
      ${
        mutes.industry === null
          ? html`<button class="quiet" name="act" value="switchOff">${fill(t.switchOff, names)}</button>`
          : ''
      }
      <p class="muted">${t.muteMeans}</p>`,
  );
}

/** Address of the form of a new rule, with what the finding tells of it. */
export function ruleAddress({ texts, language }: Visit, { finding, rule }: FindingDetail): string | null {
  if (rule === null) return null;
  const { unitId, severity, kind } = finding;
  const settings = Object.entries(rule.settings).map(([name, value]) => [`settings.${name}`, value] as const);
  return addressOf(RULE, {
    alertType: rule.alertType,
    title: `${KIND_WORDS[kind].title[language]}: ${findingPlace(texts, finding)}`,
    severity,
    'scope.kind': unitId === null ? 'industry' : 'unit',
    'scope.ids.unit': unitId,
    ...Object.fromEntries(settings),
  });
}

/** All forms; nothing without the permission. */
export function findingForms(visit: Visit, shown: PagedFinding): Markup | '' {
  if (!may(visit.visitor, 'alerts:write')) return '';
  const { finding } = shown;
  return html`<h2>${visit.texts.insights.handle}</h2>
    <div class="panel side-by-side" id="handling">
      ${acknowledging(visit, finding)} ${judging(visit, finding)} ${assigning(visit, shown)}
      ${commenting(visit, finding)} ${muting(visit, shown)}
    </div>`;
}

const SETTINGS = '/api/user/insights/settings';

/**
 * Does what a form of {@link findingForms} asks.
 * @throws ApiRefusal
 */
export async function handleFinding({ send, visitor }: Visit, id: string, sent: FormData): Promise<void> {
  const path = `/api/user/insights/${encodeURIComponent(id)}`;
  const text = fieldText(sent, 'text');
  const reason = text === '' ? null : text;
  const kind = fieldText(sent, 'kind');
  const unit = fieldText(sent, 'unit');
  const ofUnit = unit === '' ? {} : { unitId: unit };
  const assign = (userId: string | null) => send('PUT', `${path}/assignee`, { userId, note: reason });
  const person = fieldText(sent, 'person');
  const ACTS: Readonly<Record<string, () => Promise<unknown>>> = {
    acknowledge: () => send('POST', `${path}/acknowledge`, { note: reason }),
    assign: () => assign(person === '' ? null : person),
    take: () => assign(visitor.userId),
    free: () => assign(null),
    comment: () => send('POST', `${path}/comments`, { text }),
    judge: () => send('POST', path, { verdict: fieldText(sent, 'verdict'), reason }),
    mute: () => send('PUT', SETTINGS, { kind, ...ofUnit, mutedUntil: requestDateOf(fieldText(sent, 'until')), reason }),
    switchOff: () => send('PUT', SETTINGS, { kind, mutedUntil: 'never', reason }),
    tellUnit: () => send('PUT', SETTINGS, { kind, ...ofUnit, mutedUntil: null, reason: null }),
    tellIndustry: () => send('PUT', SETTINGS, { kind, mutedUntil: null, reason: null }),
  };
  const act = fieldText(sent, 'act');
  const done = ownOf(ACTS, act);
  if (done === undefined) throw new ApiRefusal(400, `'act' is none of ${Object.keys(ACTS).join(', ')}`);
  await done();
}
