import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { loadMeters } from './bare-load.ts';
import { addBurstRule } from './burst-rule.ts';
import type { Line } from './lines.ts';
import { openMailbox } from './mailbox.ts';
import { nearestRank, shownFigure, until } from './measure.ts';
import { meterReadings, ndjsonLine, provisionMeters, senderOf, SLOT_MILLISECONDS } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const UNITS = 1000;
const RECIPIENTS = 500;
const HISTORY_SLOTS = 24;
/** Messages that a recipient gets in an hour by default; more wait for one digest. */
const MESSAGES_PER_RECIPIENT = 10;
const LOOKS = { everyMilliseconds: 100, giveUpSeconds: 600 };
/**
 * Litres in five minutes that no other reading of the row has, and the rule's limit below them in kilolitres an hour.
 */
const BURST_LITRES = 10_000;
const LIMIT = 60;

/** All units burst at once, and hundreds of people are told. The row measures the messages that go out at once. */
export const alertStormRow: BenchRow = {
  name: 'alert-storm',
  shareByDefault: 1,
  run: async ({ context, share, startService, closeLater, say }) => {
    const [units, recipients] = [atShare(share, UNITS, 20), atShare(share, RECIPIENTS, 10)];
    const industry = await provisionMeters(context, 'BENCH_STORM', units);
    await addBurstRule(context, industry, { limit: LIMIT, recipients, domain: 'bench.example' });
    const at = Math.floor(context.clock.now() / SLOT_MILLISECONDS) * SLOT_MILLISECONDS;
    const from = at - HISTORY_SLOTS * SLOT_MILLISECONDS;
    await loadMeters(context, industry, () => meterReadings(industry, from, HISTORY_SLOTS));
    await evaluateIndustry(context, industry.industryId);
    const mailbox = await openMailbox(closeLater);
    const service = await startService('all', mailbox.settings);
    const send = await senderOf(service, industry);
    const body = [...meterReadings(industry, at, 1)]
      .map((reading) => ndjsonLine({ ...reading, value: BURST_LITRES }))
      .join('');
    const expected = recipients * MESSAGES_PER_RECIPIENT;
    say(`${units} units burst at once, ${shownFigure(expected)} mails are to come`);
    const started = performance.now();
    await send(body, units);
    await until(`${expected} mails have come`, () => mailbox.arrivals().length >= expected, LOOKS);
    const seconds = mailbox.arrivals().map((arrived) => (arrived - started) / 1000);
    const first = Math.min(...seconds);
    const line: Line = {
      what: `storm of ${shownFigure(units)} incidents, ${shownFigure(recipients)} recipients: mail on the wire, p95`,
      measured: `${shownFigure(nearestRank(seconds, 0.95))} s`,
      against: `first ${shownFigure(first)} s, ${shownFigure(seconds.length / Math.max(...seconds))} mails/s`,
      ratio: '',
      target: '',
      met: null,
    };
    return [line];
  },
};
