import { diskFull } from '../kernel/errors.ts';

/**
 * Orchestrators give a probe one to a few seconds, and what answers later counts as dead. A gauge that waits for a busy
 * database must not cost a scrape its other metrics.
 */
export const LONGEST_PROBE_MILLISECONDS = 1_500;

/** 'connecting': not asked yet, or no answer yet. */
export type BrokerLink = 'connected' | 'connecting' | 'away';

/** Problems that keep a process from its work. */
export interface Readiness {
  /** A sentence each; none: it is ready. */
  readonly problems: readonly string[];
  /** A sentence each about what should be put right, although the process does its work. */
  readonly details: readonly string[];
  /** The link to the MQTT broker; null when this process has none. */
  readonly broker: BrokerLink | null;
}

export interface ReadinessParts {
  /** Why the embedded engine is away at this moment; null while it is up, and for a server. */
  readonly engineTrouble: () => string | null;
  readonly ping: () => Promise<boolean>;
  readonly isDiskFull: () => Promise<boolean>;
  readonly broker: () => BrokerLink | null;
  /** Parts of the process that its role has and that do not work yet, a sentence each. */
  readonly starting: () => readonly string[];
  /** The missing set-up of a database that answers; null: none. */
  readonly setUpProblem: () => Promise<string | null>;
  /** false for a process that only works on jobs and takes readings from the broker. */
  readonly servesApi: boolean;
}

const NO_ROOM = /no space left on device|ENOSPC/i;

/**
 * Readiness of a process for all tasks of its role, for /readyz. Spec gap: a full disk counts, because not even a login
 * can be stored. A missing broker counts where no API is served. A balancer that took the API away as well would make
 * one fault two.
 */
export async function readinessOf({
  engineTrouble,
  ping,
  isDiskFull,
  broker,
  starting,
  setUpProblem,
  servesApi,
}: ReadinessParts): Promise<Readiness> {
  const problems: string[] = [...starting()];
  const trouble = engineTrouble();
  if (trouble !== null)
    problems.push(NO_ROOM.test(trouble) ? diskFull().message : 'The embedded database is being restarted.');
  else if (!(await ping())) problems.push('The database does not answer or is not migrated yet.');
  else if (await isDiskFull()) problems.push(diskFull().message);
  const link = broker();
  if (link === 'connecting') problems.push('The MQTT broker has not answered yet.');
  if (link === 'away' && !servesApi) problems.push('The MQTT broker is away.');
  const details = problems.length > 0 ? [] : [await setUpProblem()].filter((problem) => problem !== null);
  return { problems, details, broker: link };
}
