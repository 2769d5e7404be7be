import type { DataContext } from '../../context.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { utcDateOf } from '../../kernel/time/business-date.ts';
import { addServiceLog } from './store/global-logs.ts';

/** Spec gap: what the service itself writes. Only what stays undone until a person acts. */
interface ServiceLog {
  readonly group: 'batch' | 'reports' | 'alerts';
  readonly title: string;
  readonly description: string;
  /** The matter in a few words: the same again is the same entry until somebody resolves it. */
  readonly subject: string;
  readonly industryKey?: number;
  readonly meta?: Readonly<Record<string, JsonValue>>;
}

/** Spec gap: the source of what the service itself writes. */
const OWN_SOURCE = 'water-service';

/** Writes down for operators what nobody but a person can mend. */
export async function writeServiceLog(
  { database, clock }: Pick<DataContext, 'database' | 'clock'>,
  { subject, industryKey, meta = {}, ...log }: ServiceLog,
): Promise<void> {
  const now = clock.now();
  await addServiceLog(
    database,
    { ...log, source: OWN_SOURCE, priority: 'high', date: utcDateOf(now), meta },
    { subject: `${log.group} ${subject}`, industryKey: industryKey ?? null, now: new Date(now) },
  );
}
