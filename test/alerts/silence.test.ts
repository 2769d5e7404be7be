import { beforeAll, describe, expect, it } from 'vitest';
import type { Incident } from '../../src/alerts/rules/incident-record.ts';
import { alertWords } from '../../src/alerts/rules/content.ts';
import { factsOfIncident } from '../../src/alerts/rules/incident-facts.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readAlert, listAlertsBetween } from '../../src/alerts/list-alerts.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { resolveAlert } from '../../src/alerts/handle-incident.ts';
import { incidentsOfReport } from '../../src/reports/load-figures.ts';
import { transitionsOf } from '../../src/alerts/store/incidents.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, define, incidentsOf, live, mintWorks, rowsOf, send, times } from './watch.ts';

const HOUR = 3_600_000;
const DAYS = { from: businessDate('2026-11-20'), to: businessDate('2026-11-23') };
const SILENCE_RULE = {
  title: 'Silent',
  severity: 'medium',
  alertType: 'device_status',
  settings: { silenceMinutes: 60 },
};

let context: TestContext;
beforeAll(async () => {
  context = await testContext(new Date(at('00:00')).toISOString());
});

const evaluateAt = async (industry: Industry, epochMs: number): Promise<number> => {
  context.clock.set(new Date(epochMs).toISOString());
  return (await evaluateIndustry(context, industry.industryId)).told;
};

const everywhere = (...span: readonly [from: number, minutes: number]) => ({
  listed: span,
  shown: span,
  reported: span,
});

/** What a page, a report and a message say of it. */
async function told(industry: Industry, incident: Incident) {
  const filter = {
    from: null,
    to: null,
    types: { kind: 'all', energyEnabled: true, adminAlerts: false },
    alertTypes: [],
    unitId: null,
    status: null,
    severity: null,
    assigneeIds: null,
  } as const;
  const listed = (await listAlertsBetween(context, industry, filter, { limit: 10, offset: 0 })).alerts.find(
    ({ incidentId }) => incidentId === incident.incidentId,
  );
  const { incident: shown } = await readAlert(context, industry, incident.incidentId);
  const reported = (await incidentsOfReport(context, industry, DAYS)).find(
    ({ alertId }) => alertId === incident.incidentId,
  );
  const last = (await transitionsOf(context.database, industry.industryKey, incident.incidentKey)).at(-1);
  const kind = last?.kind === 'recovered' ? 'recovered' : 'fired';
  const detail = last?.detail ?? {};
  const now = context.clock.now();
  const facts = factsOfIncident({ industry, incident, kind, detail, publicUrl: null, now });
  const spanOf = (from: number | undefined, to: number | null | undefined): readonly [number, number] => [
    from ?? 0,
    ((to ?? now) - (from ?? 0)) / 60_000,
  ];
  return {
    listed: listed?.peak,
    shown: shown.peak,
    reported: reported?.amount,
    /** Begin and minutes. */
    spans: {
      listed: spanOf(listed?.since, listed?.until),
      shown: spanOf(shown.since, shown.until),
      reported: spanOf(reported?.fromEpochMs, reported?.toEpochMs),
    },
    words: alertWords(facts),
  };
}

describe('a silence of 81 hours', () => {
  it('is told as 81 hours in list, page, report and message, while it lasts and when it is over', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SILENCE_RULE);
    // The last reading is of 08:10, so silence is found at 09:10.
    await live(context, industry, at('08:00'), times(3, 500));
    await evaluateAt(industry, at('09:11'));
    await evaluateAt(industry, at('08:10') + 40 * HOUR);
    const [open] = await incidentsOf(context, industry);
    if (open === undefined) throw new Error('Nothing was found.');
    expect(await told(industry, open)).toMatchObject({
      listed: 40 * 60,
      shown: 40 * 60,
      reported: { value: 40 * 60, unit: 'min' },
      spans: everywhere(at('08:10'), 40 * 60),
      words: { fact: 'no readings since 08:10 on 20 Nov 2026' },
    });
    await live(context, industry, at('08:10') + 81 * HOUR, [500]);
    const [over] = await incidentsOf(context, industry);
    if (over === undefined) throw new Error('It is gone.');
    expect(over).toMatchObject({ state: 'recovered', peak: 81 * 60, threshold: 60 });
    expect(await told(industry, over)).toMatchObject({
      listed: 4860,
      shown: 4860,
      reported: { value: 4860, unit: 'min' },
      spans: everywhere(at('08:10'), 4860),
      words: { fact: 'sends again after 3 days 9 h without readings' },
    });
  });

  it('that somebody has resolved by hand is as long as it was by then', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SILENCE_RULE);
    await live(context, industry, at('08:00'), times(3, 500));
    await evaluateAt(industry, at('09:11'));
    const [open] = await incidentsOf(context, industry);
    context.clock.set(new Date(at('08:10') + 5 * HOUR).toISOString());
    await resolveAlert(context, industry, COMMAND, { alertId: open?.incidentId ?? '', reason: null });
    context.clock.set(new Date(at('08:10') + 9 * HOUR).toISOString());
    const [resolved] = await incidentsOf(context, industry);
    expect((await readAlert(context, industry, resolved?.incidentId ?? '')).incident.peak).toBe(300);
  });
});

describe('a unit that sends estimates alone', () => {
  const estimates = (fromEpochMs: number, count: number) =>
    rowsOf('A', fromEpochMs, times(count, 500)).map(({ row }) => ({ row: { ...row, interpolated: true } }));

  it('is silent since its last genuine reading, for a new rule at once, and until the next one', async () => {
    const industry = await mintWorks(context);
    context.clock.set(new Date(at('08:10') + 24 * HOUR).toISOString());
    await send(context, industry, [...rowsOf('A', at('08:00'), times(3, 500)), ...estimates(at('08:15'), 288)]);
    await define(context, industry, SILENCE_RULE);
    expect(await evaluateAt(industry, at('08:10') + 24 * HOUR)).toBe(1);
    const [open] = await incidentsOf(context, industry);
    expect(open).toMatchObject({ state: 'open', openedAt: at('09:10') });
    context.clock.set(new Date(at('08:15') + 24 * HOUR).toISOString());
    await send(context, industry, estimates(at('08:15') + 24 * HOUR, 1));
    expect(await evaluateAt(industry, at('08:16') + 24 * HOUR)).toBe(0);
    expect(await live(context, industry, at('08:20') + 24 * HOUR, [500])).toBe(1);
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'recovered', peak: 24 * 60 + 10 }]);
  });

  it('and never anything else has never been heard', async () => {
    const industry = await mintWorks(context);
    context.clock.set(new Date(at('10:00')).toISOString());
    await send(context, industry, estimates(at('08:00'), 25));
    await define(context, industry, SILENCE_RULE);
    expect(await evaluateAt(industry, at('10:00'))).toBe(0);
    expect(await evaluateAt(industry, at('11:01'))).toBe(1);
    const [open] = await incidentsOf(context, industry);
    expect(open).toMatchObject({ state: 'open', openedAt: at('11:00'), evidence: { neverHeard: true } });
  });
});

describe('a unit whose clock is ahead', () => {
  it('is silent since its last reading by now, until the time of a later one has come', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SILENCE_RULE);
    await live(context, industry, at('08:00'), times(3, 500));
    await send(context, industry, rowsOf('A', at('12:00'), [500]));
    expect(await evaluateAt(industry, at('09:11'))).toBe(1);
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'open', openedAt: at('09:10') }]);
    expect(await evaluateAt(industry, at('11:59'))).toBe(0);
    expect(await evaluateAt(industry, at('12:00'))).toBe(1);
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'recovered', closedAt: at('12:00') }]);
  });

  it('is silent for a rule that begins while the later reading waits', async () => {
    const industry = await mintWorks(context);
    context.clock.set(new Date(at('08:10')).toISOString());
    await send(context, industry, [...rowsOf('A', at('08:00'), times(3, 500)), ...rowsOf('A', at('18:00'), [500])]);
    context.clock.set(new Date(at('12:00')).toISOString());
    await define(context, industry, SILENCE_RULE);
    expect(await evaluateAt(industry, at('12:00'))).toBe(1);
    expect(await incidentsOf(context, industry)).toMatchObject([{ state: 'open', openedAt: at('09:10') }]);
    expect(await evaluateAt(industry, at('17:00'))).toBe(0);
  });
});

describe('a unit that has never been heard', () => {
  it('becomes an incident once it has been watched for its limit, and is over with its first reading', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SILENCE_RULE);
    expect(await evaluateAt(industry, at('10:00'))).toBe(0);
    expect(await evaluateAt(industry, at('10:59'))).toBe(0);
    expect(await evaluateAt(industry, at('11:00'))).toBe(1);
    expect(await evaluateAt(industry, at('13:30'))).toBe(0);
    const [open] = await incidentsOf(context, industry);
    if (open === undefined) throw new Error('Nothing was found.');
    expect(open).toMatchObject({ state: 'open', openedAt: at('11:00'), isLate: false });
    expect(await told(industry, open)).toMatchObject({
      shown: 210,
      words: {
        fact: 'no reading ever, watched since 10:00',
        rows: expect.arrayContaining([{ name: 'For', value: '3 h 30 min' }]) as unknown,
      },
    });
    await live(context, industry, at('14:00'), [500]);
    const [over] = await incidentsOf(context, industry);
    if (over === undefined) throw new Error('It is gone.');
    expect(over).toMatchObject({ state: 'recovered', closedAt: at('14:00'), peak: 240 });
    expect((await told(industry, over)).words.fact).toBe('sends its first readings after 4 h of waiting');
  });

  it('fires again when it is resolved by hand and still sends nothing', async () => {
    const industry = await mintWorks(context);
    await define(context, industry, SILENCE_RULE);
    await evaluateAt(industry, at('10:00'));
    expect(await evaluateAt(industry, at('11:01'))).toBe(1);
    const [first] = await incidentsOf(context, industry);
    await resolveAlert(context, industry, COMMAND, { alertId: first?.incidentId ?? '', reason: null });
    expect(await evaluateAt(industry, at('11:02'))).toBe(1);
    expect((await incidentsOf(context, industry)).map(({ state }) => state)).toEqual(['resolved', 'open']);
  });
});
