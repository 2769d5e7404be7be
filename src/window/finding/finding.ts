import { html } from 'hono/html';
import { limitText, namedFacts } from '../../findings/rules/finding-sentence.ts';
import { KIND_WORDS } from '../../findings/rules/kind-words.ts';
import { KINDS } from '../../findings/rules/kinds.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { percentText, sentenceCase } from '../../kernel/format/figure-text.ts';
import { severityMark } from '../alerts/parts.ts';
import { handleForm, shownAgain } from '../handle-form.ts';
import { asOf, dateOf, addressOf, balanceAddress, momentText, unitAddress } from '../dates.ts';
import { doneNotice, sectionPage } from '../operations/section.ts';
import { personText, timeline } from '../assignees.ts';
import { type Markup, type Page, type PageContent, notice, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { drawnDays, evidenceCharts } from './evidence-chart.ts';
import { findingForms, handleFinding, ruleAddress, readPagedFinding, type PagedFinding } from './handling.ts';
import {
  costOfAll,
  costOfDay,
  daysSaid,
  FINDING,
  type FindingRow,
  findingAddress,
  findingSays,
  isForGood,
  findingPlace,
  shapeSaid,
} from './words.ts';

const LIST = '/app/operations/insights';

/** The word of a person, who has seen it and who works on it. */
function saidOfPeople({ texts, clock }: Visit, finding: FindingRow): Markup | '' {
  const { insights: t, alerts } = texts;
  const { fate, fateAt, fateBy, fateByName, fateReason } = finding;
  const { acknowledgedAt, acknowledgedBy, acknowledgedByName, assigneeId, assigneeName } = finding;
  const said = [
    fate === null || fate === 'healed' || fateAt === null
      ? null
      : fill(t.judgedBy, { word: t[fate], user: personText(fateByName, fateBy), time: momentText(fateAt, clock) }),
    fateReason,
    acknowledgedAt === null
      ? null
      : fill(alerts.acknowledgedBy, {
          user: personText(acknowledgedByName, acknowledgedBy),
          time: momentText(acknowledgedAt, clock),
        }),
    assigneeId === null ? null : `${fill(t.assignedTo, { user: personText(assigneeName, assigneeId) })}.`,
  ].filter((part) => part !== null);
  return said.length === 0 ? '' : html`<p>${said.join(' ')}</p>`;
}

function ways(visit: Visit, shown: PagedFinding): Markup {
  const { texts, visitor, clock } = visit;
  const { insights: t } = texts;
  const { unitId, kind, explain, firstDay, lastDay } = shown.finding;
  const rule = may(visitor, 'alerts:write') ? ruleAddress(visit, shown) : null;
  const { by } = drawnDays(shown.finding, clock.today);
  const links: readonly (readonly [string, string])[] = [
    ...(unitId === null
      ? []
      : [
          [unitAddress(unitId, by, dateOf(lastDay)), texts.alerts.figures] as const,
          [addressOf(LIST, { unit: unitId }), t.allOfUnit] as const,
        ]),
    ...(explain === null ? [] : [[explain.replace(/^\/api\/user\//, '/app/'), t.explain] as const]),
    ...(kind === 'balance' ? [[balanceAddress(dateOf(firstDay), dateOf(lastDay)), t.toBalance] as const] : []),
    ...(rule === null ? [] : [[rule, t.makeRule] as const]),
  ];
  return html`<p class="ways">${links.map(([address, name]) => html`<a href="${address}">${name}</a> `)}</p>`;
}

function summary(visit: Visit, shown: PagedFinding): Markup {
  const { texts, language } = visit;
  const { insights: t } = texts;
  const { finding } = shown;
  const facts = [
    shapeSaid(visit, finding),
    daysSaid(visit, finding),
    fill(t.confidence, { share: percentText(finding.confidence) }),
  ];
  const costs = [costOfDay(texts, finding), costOfAll(texts, finding)].filter((cost) => cost !== null);
  return html`<div class="panel incident ${finding.severity}" id="finding" data-live>
    <p>${severityMark(texts, finding.severity)} <strong>${findingSays(visit, finding)}.</strong></p>
    <p>${facts.join(' · ')}</p>
    ${costs.length === 0 ? '' : html`<p>${sentenceCase(costs.join(' · '))}</p>`}
    <p class="muted">${KIND_WORDS[finding.kind].meaning[language]}.</p>
    ${saidOfPeople(visit, finding)} ${ways(visit, shown)}
  </div>`;
}

function evidence(visit: Visit, { finding, units }: PagedFinding): Markup {
  const { texts, language, clock } = visit;
  const facts = namedFacts(finding, { language, timezone: clock.timezone });
  const water = units.find(({ unitId }) => unitId === finding.evidence['waterUnitId']);
  return html`<h2>${texts.insights.evidence}</h2>
    <dl class="facts pairs">
      ${facts.map(
        ({ name, text }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
      ${
        water === undefined
          ? ''
          : html`<div>
              <dt>${texts.insights.waterOf}</dt>
              <dd><a href="${addressOf('/app/unit', { id: water.unitId })}">${water.unitName}</a></dd>
            </div>`
      }
    </dl>`;
}

/** How often people agreed with the kind, and by which limit it was judged. */
function judgement({ texts, language, clock }: Visit, { finding: { kind }, precision, limit }: PagedFinding): Markup {
  const { insights: t, findingLimitScopes } = texts;
  const judged = precision === null ? 0 : precision.confirmed + precision.rejected;
  const agreed =
    judged === 0
      ? t.noneJudged
      : fill(t.agreedWith, {
          confirmed: precision?.confirmed ?? 0,
          judged,
          share: percentText(precision?.precision ?? 0),
        });
  const bounds = KINDS[kind].limit;
  if (limit === null || bounds === null) return html`<p>${agreed}</p>`;
  const by = findingLimitScopes[limit.by];
  const meaning = bounds.meaning[language];
  const value =
    limit.value === null ? null : limitText(limit.value, bounds.unit, { language, timezone: clock.timezone });
  return html`<p>${agreed}</p>
    <p>${value === null ? fill(t.limitOwn, { meaning, by }) : fill(t.limitInForce, { value, meaning, by })}</p>`;
}

/** The detail of an act as people read it: a mute has its day. */
const detailText = (
  { insights: t, language }: Visit['texts'],
  { act, detail }: PagedFinding['acts'][number],
): string => {
  if (act !== 'muted' || detail === null) return detail ?? '';
  return isForGood(detail) ? t.mutedForGood : fill(t.mutedUntil, { date: dateText(dateOf(detail), language) });
};

/** An act in words, with the person whom it concerns. */
const actWords = ({ insights: t, findingActs }: Visit['texts'], one: PagedFinding['acts'][number]): string => {
  const { act, assigneeId, assigneeName } = one;
  if (assigneeId === null) return findingActs[act];
  return fill(act === 'unassigned' ? t.takenFrom : t.handedTo, { user: personText(assigneeName, assigneeId) });
};

const history = (visit: Visit, { acts }: PagedFinding): Markup =>
  html`<h2>${visit.texts.alerts.timeline}</h2>
    ${
      acts.length === 0
        ? html`<p>${visit.texts.insights.noActs}</p>`
        : timeline(
            visit,
            acts.map((one) => ({
              at: one.at,
              words: actWords(visit.texts, one),
              by: personText(one.userName, one.userId),
              said: one.detail === null ? null : detailText(visit.texts, one),
            })),
          )
    }`;

async function content(visit: Visit, id: string, told: Markup | ''): Promise<PageContent> {
  const { texts, language } = visit;
  const shown = await readPagedFinding(visit, id);
  if (shown === null)
    return sectionPage(visit, LIST, {
      title: texts.insights.title,
      status: 404,
      body: notice('critical', texts.insights.noSuchFinding),
    });
  const { finding } = shown;
  const charts = await evidenceCharts(visit, finding, shown.units);
  const page = sectionPage(visit, LIST, {
    title: `${findingPlace(texts, finding)}: ${KIND_WORDS[finding.kind].title[language]}`,
    body: html`${told} ${summary(visit, shown)}
      ${charts.length === 0 ? '' : html`<div class="panel" id="evidence-chart" data-live>${charts}</div>`}
      ${asOf(visit)}
      <div id="evidence" data-live>${evidence(visit, shown)} ${judgement(visit, shown)}</div>
      ${findingForms(visit, shown)}
      <div id="history" data-live>${history(visit, shown)}</div>`,
  });
  return { ...page, islands: ['chart-mark'] };
}

/** /app/finding?id=..: a finding with its evidence, and all that people do about it. */
export const findingPage: Page = {
  path: FINDING,
  audience: 'everybody',
  show: (visit) => content(visit, visit.c.req.query('id') ?? '', doneNotice(visit)),
  take: (visit, form) => {
    const id = visit.c.req.query('id') ?? '';
    return handleForm(
      async () => {
        await handleFinding(visit, id, form);
        return visit.c.redirect(`${findingAddress(id)}&done=yes`, 303);
      },
      (told) => content(shownAgain(visit, form), id, told),
    );
  },
};
