import { MINUTE_MS } from '../../../src/kernel/time/durations.ts';
import type { Querier } from '../../../src/platform/database/database.ts';
import type { SentMessage } from './mortal.ts';

/*
 * Everything that a story has left behind in the database and with the channels, as lines. Names, numbers and instants
 * that every run has of its own are replaced, so that two runs of one story compare equal.
 */

interface Traced {
  readonly industryKey: number;
  /** Texts that this run has of its own, each with what stands in its place. */
  readonly names: readonly (readonly [string, string])[];
  /** The run begins, by its clock. */
  readonly from: number;
}

/** What the story itself has written. */
const LEFT_OUT = /^tenant\.(?!password_reset|report_job|source)/;
/** Columns of numbers that a run gets by itself, and of how often something was tried. */
const OWN_COLUMN =
  /^(?:rules_digest|attempts|provider_id|round|created_by|added_by|quarantine_id)$|(?:_keys?|revision|stamp)$/;
/** What is set for later by the clock is told by its date. A run lasts this long at most. */
const RUN_MS = 600 * MINUTE_MS;

const TABLES = `SELECT c.table_schema || '.' || c.table_name AS name,
  array_agg(c.column_name::text) FILTER (WHERE c.column_name IN ('industry_key', 'unit_key', 'user_key')) AS keys
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema IN ('alerting', 'operations', 'reporting', 'telemetry', 'tenant') AND t.table_type = 'BASE TABLE'
GROUP BY 1 HAVING bool_or(c.column_name IN ('industry_key', 'unit_key', 'user_key')) ORDER BY 1`;

const OWNED: Readonly<Record<string, string>> = {
  industry_key: 'industry_key = $1',
  unit_key: 'unit_key IN (SELECT unit_key FROM tenant.unit WHERE industry_key = $1)',
  user_key: 'user_key IN (SELECT user_key FROM tenant.app_user WHERE industry_key = $1)',
};

/** What a run has left behind. */
export interface Traces {
  /** Rows of the database, each with its table. */
  readonly rows: readonly string[];
  /** What has reached people. */
  readonly messages: readonly { readonly to: string; readonly shown: string }[];
}

let tables: Promise<{ name: string; keys: string[] }[]> | null = null;

export async function tracesOf(db: Querier, sent: readonly SentMessage[], of: Traced): Promise<Traces> {
  tables ??= db.execute(TABLES);
  const rows: string[] = [];
  for (const { name, keys } of await tables) {
    if (LEFT_OUT.test(name)) continue;
    const key = ['industry_key', 'unit_key', 'user_key'].find((one) => keys.includes(one)) ?? '';
    const found = await db.execute<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${name} t WHERE ${OWNED[key] ?? 'false'}`,
      [of.industryKey],
    );
    const own = found.map(({ row }) => Object.entries(row).filter(([column]) => !OWN_COLUMN.test(column)));
    rows.push(...own.map((row) => `${name} ${neutral(JSON.stringify(Object.fromEntries(row)), of)}`).sort());
  }
  return { rows, messages: messagesOf(sent, of) };
}

/** A message of the same identity is the same message to its mail server. */
function messagesOf(sent: readonly SentMessage[], of: Traced): Traces['messages'] {
  const once = new Map(
    sent.map((message, index) => [
      message.messageId === undefined ? index : `${message.to} ${message.messageId}`,
      message,
    ]),
  );
  return [...once.values()].map(({ channel, to, title = '', text, attachments = [] }) => {
    const files = attachments.map(({ filename }) => filename).join(' ');
    return { to: neutral(to, of), shown: neutral(`${channel} to ${to}: ${title}\n${text}\n${files}`, of) };
  });
}

/** A downlink has failed if it may have been sent. */
const UNCONFIRMED = /"state":"unconfirmed"|"downlink_state":"failed"/;
const RECIPIENT = /"(?:recipient|device_id)":"([^"]*)"/;
const PROBLEM = /problem":(?:null|"[^"]*")/;

/**
 * How a run differs from an undisturbed one. A message that was on its way when its sender was killed may have left or
 * not: it is told as unconfirmed and not sent again. That is no difference, and a message that came twice is one.
 */
export function differences(disturbed: Traces, undisturbed: Traces): string[] {
  const mayBeAway: string[] = [];
  const rows = disturbed.rows.map((row) => {
    if (!UNCONFIRMED.test(row)) return row;
    mayBeAway.push(RECIPIENT.exec(row)?.[1] ?? '');
    return row.replace(/"unconfirmed"|"failed"/, '"sent"').replace(PROBLEM, 'problem":null');
  });
  const [here, there] = [disturbed, undisturbed].map(({ messages }) => messages.map(({ shown }) => shown));
  const away = without(there ?? [], here ?? []).filter((shown) => {
    const at = mayBeAway.findIndex((recipient) => shown.includes(` to ${recipient}: `));
    if (at !== -1) mayBeAway.splice(at, 1);
    return at === -1;
  });
  return [
    ...without(rows, undisturbed.rows).map((row) => `more: ${row}`),
    ...without(undisturbed.rows, rows).map((row) => `missing: ${row}`),
    ...without(here ?? [], there ?? []).map((shown) => `sent once more: ${shown}`),
    ...away.map((shown) => `never sent: ${shown}`),
  ];
}

/** What was sent to whom. How long something has lasted is told by the clock, so that texts may differ. */
export const titlesOf = ({ messages }: Traces): string[] =>
  messages.map(({ shown }) => shown.split('\n')[0] ?? '').sort();

/** What work has come to, without when and in how many steps. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'telemetry.document': ['period', 'period_start', 'value', 'value_by_parameter'],
  'telemetry.stale_day': ['business_date'],
  'telemetry.processed_day': ['business_date'],
  'alerting.incident': ['alert_type', 'state', 'peak', 'is_late'],
  'alerting.delivery': ['channel', 'recipient', 'state'],
  'alerting.mail': ['recipient', 'state'],
  'reporting.report_mail': ['recipient', 'purpose', 'state'],
  'tenant.report_job': ['state'],
};

export const outcomesOf = ({ rows }: Traces): string[] =>
  rows
    .flatMap((row) => {
      const [table = ''] = row.split(' ', 1);
      const columns = OUTCOMES[table];
      if (columns === undefined) return [];
      const read = JSON.parse(row.slice(table.length)) as Record<string, unknown>; // tracesOf wrote it
      return [`${table} ${columns.map((column) => `${column} ${JSON.stringify(read[column])}`).join(', ')}`];
    })
    .sort();

/** Lines that others lack, as often as they lack them. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = new Map<string, number>();
  for (const line of others) rest.set(line, (rest.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = rest.get(line) ?? 0;
    rest.set(line, left - 1);
    return left <= 0;
  });
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TOKEN = /[\w-]{43}/g;
const BYTES = /"\\\\x[0-9a-f]*"/g;
const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00|\+00)?/g;
/** What has lasted so long by the clock of whoever looked last. */
const LASTING = /("silentMinutes"):\d+/g;
const EPOCH_MS = /\b1[67]\d{11}\b/g;

function neutral(text: string, { names, from }: Traced): string {
  const isOfRun = (epochMs: number): boolean => epochMs >= from && epochMs < from + RUN_MS;
  let result = text;
  for (const [own, name] of names) result = result.replaceAll(own, name);
  return result
    .replaceAll(UUID, 'uuid')
    .replaceAll(BYTES, '"bytes"')
    .replaceAll(INSTANT, (instant) => {
      const epochMs = Date.parse(/[Z+]/.test(instant.slice(10)) ? instant.replace(/\+00$/, 'Z') : `${instant}Z`);
      if (epochMs < from) return instant;
      return isOfRun(epochMs) ? 'now' : instant.slice(0, 10);
    })
    .replaceAll(EPOCH_MS, (digits) => (isOfRun(Number(digits)) ? '0' : digits))
    .replaceAll(TOKEN, 'token')
    .replaceAll(LASTING, '$1:0');
}
