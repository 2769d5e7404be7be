import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import { addDays } from '../../kernel/time/business-date.ts';
import { RULE } from '../alerts/parts.ts';
import { fieldText, typedOr } from '../handle-form.ts';
import { addressOf, requestDateOf } from '../dates.ts';
import { formsAlike, handleAct, noteField, noteIn, type People, readPeople } from '../assignees.ts';
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

/** Days of a mute, unless the form says otherwise. */
const MUTED_DAYS = 14;

type Forms = ReturnType<typeof formsAlike>;

function judging(visit: Visit, { form }: Forms, { fate }: FindingRow): Markup {
  const { insights: t } = visit.texts;
  const isJudged = fate === 'confirmed' || fate === 'rejected';
  return form(
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
function muting(visit: Visit, { form }: Forms, { finding, mutes }: PagedFinding): Markup {
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
  const { finding, people } = shown;
  const forms = formsAlike(visit, findingAddress(finding.id));
  return html`<h2>${visit.texts.insights.handle}</h2>
    <div class="panel side-by-side" id="handling">
      ${finding.acknowledgedAt === null ? forms.acknowledging() : ''} ${judging(visit, forms, finding)}
      ${forms.assigning(finding, people)} ${forms.commenting()} ${muting(visit, forms, shown)}
    </div>`;
}

const SETTINGS = '/api/user/insights/settings';

/**
 * Does what a form of {@link findingForms} asks.
 * @throws ApiRefusal
 */
export async function handleFinding(visit: Visit, id: string, sent: FormData): Promise<void> {
  const { send } = visit;
  const path = `/api/user/insights/${encodeURIComponent(id)}`;
  const reason = noteIn(sent);
  const kind = fieldText(sent, 'kind');
  const unit = fieldText(sent, 'unit');
  const ofUnit = unit === '' ? {} : { unitId: unit };
  await handleAct(visit, path, sent, {
    judge: () => send('POST', path, { verdict: fieldText(sent, 'verdict'), reason }),
    mute: () => send('PUT', SETTINGS, { kind, ...ofUnit, mutedUntil: requestDateOf(fieldText(sent, 'until')), reason }),
    switchOff: () => send('PUT', SETTINGS, { kind, mutedUntil: 'never', reason }),
    tellUnit: () => send('PUT', SETTINGS, { kind, ...ofUnit, mutedUntil: null, reason: null }),
    tellIndustry: () => send('PUT', SETTINGS, { kind, mutedUntil: null, reason: null }),
  });
}
