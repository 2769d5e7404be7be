import { html } from 'hono/html';
import type { Overview } from '../../balance/http/user/overview.ts';
import { handle } from '../alerts/handling.ts';
import { type Alert, incidentAddress, incidentTitle, LIST, severityMark, inOrderOfWeight } from '../alerts/parts.ts';
import { fieldText } from '../handle-form.ts';
import { ApiRefusal } from '../api-client.ts';
import { daysBetween } from '../../kernel/time/business-date.ts';
import { insightsAddress, INSIGHTS_PATH } from '../operations/insights.ts';
import { dateOf, addressOf, momentText } from '../dates.ts';
import { handleFinding } from '../finding/handling.ts';
import { findingLink, findingPlace, type FindingRow } from '../finding/words.ts';
import { assigneeSaid, mayTake } from '../assignees.ts';
import { type Markup, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { alertTypeOfKind } from '../../findings/rules/rule-of-finding.ts';
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';

type Incident = Pick<Alert, 'alertType' | 'unitId' | 'severity' | 'threshold' | 'triggeredAt'>;
type Finding = Pick<FindingRow, 'kind' | 'unitId' | 'severity' | 'evidence'>;

/** One thing that needs somebody: an incident, a finding, or both of the same. */
type AttentionItem<I = Alert, F = FindingRow> =
  { readonly incident: I; readonly finding: F | null } | { readonly incident: null; readonly finding: F };

/** Whether an incident lies on the side of its limit, or is of the parameter, that the finding tells. */
function isOfSameSide({ kind, evidence }: Finding, { operator, parameter }: Incident['threshold']): boolean {
  const isBelow = operator?.startsWith('<') === true;
  if (kind === 'tank-low') return isBelow;
  if (kind === 'tank-full' || kind === 'overflow') return !isBelow;
  if (kind === 'unusual-use') return evidence['verdict'] === 'more';
  if (kind === 'quality-outside') return evidence['parameter'] === parameter;
  return true;
}

/** Whether a finding and an incident of somebody's rule tell of the same thing. */
const isOfSameThing = (finding: Finding, { alertType, unitId, threshold }: Incident): boolean =>
  finding.unitId === unitId && alertTypeOfKind(finding.kind) === alertType && isOfSameSide(finding, threshold);

/** The worse of both. */
const worseSeverity = ({ incident, finding }: AttentionItem<Incident, Finding>): Severity => {
  const told = [incident, finding].flatMap((one) => (one === null ? [] : [one.severity]));
  return SEVERITIES.find((severity) => told.includes(severity)) ?? 'low';
};

/**
 * Entries of incidents and findings, the worst first. Nothing is told twice: a finding joins the worst incident of the
 * same thing.
 * @param findings the most urgent first
 */
export function attentionItems<I extends Incident, F extends Finding>(
  incidents: readonly I[],
  findings: readonly F[],
): readonly AttentionItem<I, F>[] {
  const alone = new Set(findings);
  const withIncident = inOrderOfWeight(incidents).map((incident): AttentionItem<I, F> => {
    const finding = [...alone].find((one) => isOfSameThing(one, incident)) ?? null;
    if (finding !== null) alone.delete(finding);
    return { incident, finding };
  });
  const all: readonly AttentionItem<I, F>[] = [
    ...withIncident,
    ...[...alone].map((finding) => ({ incident: null, finding })),
  ];
  return all.toSorted((a, b) => SEVERITIES.indexOf(worseSeverity(a)) - SEVERITIES.indexOf(worseSeverity(b)));
}

interface Attention {
  readonly overview: Overview;
  readonly incidents: { readonly alerts: readonly Alert[]; readonly total: number };
  /** Open findings; of a day that is over, the findings that showed on it. Worst first. null: they are not known. */
  readonly findings: readonly FindingRow[] | null;
}

const MOST = 6;
/** Most days ago of which findings can be asked for. */
export const MOST_FINDING_DAYS = 366;

function incidentLink({ texts, clock }: Visit, incident: Alert): Markup {
  const { alertId, since, unitName } = incident;
  const title = incidentTitle(texts, incident);
  const beside = [fill(texts.today.since, { time: momentText(since, clock) }), assigneeSaid(texts, incident)];
  // Titles of rules may begin with the unit themselves.
  const named = unitName === null || title.startsWith(unitName) ? title : `${unitName}: ${title}`;
  return html`<a href="${incidentAddress(alertId)}">${named}</a>
    <span class="muted">${beside.filter((part) => part !== null).join(' · ')}</span>`;
}

/** Buttons for whoever may handle it: an incident and a finding of the same thing are handled together. */
function acting(visit: Visit, { incident, finding }: AttentionItem): Markup | '' {
  const { texts, visitor } = visit;
  if (!may(visitor, 'alerts:write')) return '';
  const told = [incident, finding].filter((one) => one !== null);
  const isFree = told.some(({ assigneeId }) => mayTake(visit, assigneeId));
  const isNew = told.some(({ acknowledgedAt }) => acknowledgedAt === null);
  if (!isFree && !isNew) return '';
  const place =
    finding === null ? (incident === null ? '' : incidentTitle(texts, incident)) : findingPlace(texts, finding);
  const button = (act: string, name: string): Markup =>
    html`<button class="quiet" name="act" value="${act}">${name}<span class="unseen"> ${place}</span></button>`;
  return html`<form method="post" class="buttons">
    ${incident === null ? '' : html`<input type="hidden" name="alertId" value="${incident.alertId}" />`}
    ${finding === null ? '' : html`<input type="hidden" name="findingId" value="${finding.id}" />`}
    ${isFree ? button('take', texts.insights.take) : ''} ${isNew ? button('acknowledge', texts.today.seen) : ''}
  </form>`;
}

function entryLinks(visit: Visit, entry: AttentionItem): Markup {
  if (entry.incident === null) return findingLink(visit, entry.finding);
  const incident = incidentLink(visit, entry.incident);
  if (entry.finding === null) return incident;
  return html`${findingLink(visit, entry.finding)} <br /><small>${visit.texts.today.ofRule} ${incident}</small>`;
}

/**
 * Open incidents and findings, each thing once with the way to it, and buttons to take it. Where nothing is measured,
 * nothing is quiet.
 */
export function attention(visit: Visit, { overview, incidents, findings }: Attention): Markup | '' {
  const { running, categories } = overview;
  const { today } = visit.texts;
  const entries = attentionItems(incidents.alerts, findings ?? []);
  if (entries.length === 0 && categories.length === 0) return '';
  // Incidents beyond those that were asked for are counted, too.
  const more = entries.length - MOST + incidents.total - incidents.alerts.length;
  const [ofIncidents, ofFindings] = running
    ? [today.openIncidents, today.openFindings]
    : [today.incidentsThen, today.findingsThen];
  const untold = findings === null ? fill(today.findingsUntold, { days: MOST_FINDING_DAYS }) : '';
  const quiet = running ? today.quiet : findings === null ? `${today.noIncidentThen} ${untold}` : today.quietThen;
  const day = dateOf(overview.date);
  // Incidents and findings of a day that is over are not those that the lists begin with.
  const [incidentsAt, findingsAt] = running
    ? [LIST, INSIGHTS_PATH]
    : [`${addressOf(LIST, { from: day, to: day })}#history`, insightsAddress(daysBetween(day, visit.clock.today))];
  return html`<section class="panel attention" id="attention" data-live>
    <h2>${today.attention}</h2>
    ${
      entries.length === 0
        ? html`<p>${quiet}</p>`
        : html`<ul>
              ${entries
                .slice(0, MOST)
                .map(
                  (entry) =>
                    html`<li>
                      ${severityMark(visit.texts, worseSeverity(entry))} ${entryLinks(visit, entry)}
                      ${running ? acting(visit, entry) : ''}
                    </li>`,
                )}
              ${more > 0 ? html`<li class="muted">${fill(today.more, { count: more })}</li>` : ''}
            </ul>
            <p>
              <a href="${incidentsAt}">${fill(ofIncidents, { count: incidents.total })}</a> ·
              ${
                findings === null
                  ? untold
                  : html`<a href="${findingsAt}">${fill(ofFindings, { count: findings.length })}</a>`
              }
            </p>`
    }
  </section>`;
}

/**
 * Does what a button of an entry asks, for its incident and its finding.
 * @throws ApiRefusal
 */
export async function handleEntry(visit: Visit, form: FormData): Promise<void> {
  const [alertId, findingId] = [fieldText(form, 'alertId'), fieldText(form, 'findingId')];
  if (alertId === '' && findingId === '') throw new ApiRefusal(400, "'alertId' and 'findingId' are empty");
  if (alertId !== '') await handle(visit, form);
  if (findingId !== '') await handleFinding(visit, findingId, form);
}
