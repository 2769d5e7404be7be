import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../kernel/unavailable.ts';
import type { Logger } from '../../logger.ts';
import { type Database, openDatabase } from './database.ts';
import { namedStatements, type NamedStatements } from './named-query.ts';
import { codeOf, GIVEN_UP } from './retry.ts';
import { statement } from './statements.ts';

/** Pauses between looks at a replica that is a little behind. After the last one the primary answers. */
const PAUSES_MILLISECONDS = [0, 5, 15, 30];
/** A replica that is behind or away is left alone for this long, so that reads do not pay for each look. */
const LEFT_ALONE_MILLISECONDS = 5_000;
const CONNECT_MILLISECONDS = 1_000;
/** A machine that hangs answers nothing. */
const LOOK_MILLISECONDS = 1_000;

/** Which server answered a statement that a replica may answer. */
export type AnsweredBy = 'replica' | 'primary';

/**
 * The database, of which a replica answers the statements of sql/queries that say so, outside of transactions. A
 * replica answers only when it has replayed all that was committed when the statement was asked for, by whomever.
 * Therefore no reader can tell the two apart, and no figure is older than it would be otherwise. A replica that is
 * behind, away or promoted costs a look every few seconds: the primary answers.
 */
export function withReplica(
  primary: Database,
  replica: Pick<Database, 'many' | 'one'>,
  log: Logger,
  count: (by: AnsweredBy) => void,
): Database {
  let leftAloneUntil = 0;

  const leaveAlone = (why: string): void => {
    if (leftAloneUntil === 0) log.warn({ why }, 'the replica does not answer reads at present; the primary does');
    leftAloneUntil = performance.now() + LEFT_ALONE_MILLISECONDS;
  };

  const isCaughtUp = async (): Promise<boolean> => {
    if (performance.now() < leftAloneUntil) return false;
    const { lsn } = await primary.one<{ lsn: string }>('database.committed_lsn');
    for (const pause of PAUSES_MILLISECONDS) {
      if (pause > 0) await delay(pause);
      const state = await Promise.race([
        replica.one<{ isReplica: boolean; hasReplayed: boolean }>('database.replayed', { lsn }),
        delay(LOOK_MILLISECONDS, null, { ref: false }),
      ]);
      if (state === null) {
        leaveAlone('it does not answer');
        return false;
      }
      if (!state.isReplica) {
        leaveAlone('it is no replica');
        return false;
      }
      if (state.hasReplayed) return true;
    }
    leaveAlone('it is behind');
    return false;
  };

  const many: NamedStatements['many'] = async <R>(name: string, values = {}) => {
    if (!statement(name).isForReplica) return primary.many<R>(name, values);
    try {
      if (await isCaughtUp()) {
        const rows = await replica.many<R>(name, values);
        if (leftAloneUntil > 0) log.info('the replica answers reads');
        leftAloneUntil = 0;
        count('replica');
        return rows;
      }
    } catch (error) {
      // A replica cancels a statement that stands in the way of what it replays, as if the statement had been given up.
      if (!isDatabaseUnavailable(error) && !GIVEN_UP.includes(codeOf(error) ?? '')) throw error;
      leaveAlone('it is away or cancelled a statement');
    }
    count('primary');
    return primary.many<R>(name, values);
  };
  return { ...primary, ...namedStatements(many) };
}

interface OpenReplica {
  readonly database: Database;
  /** Statements since the start that a replica may answer, by who has answered them. */
  readonly answered: Readonly<Record<AnsweredBy, number>>;
  close(): Promise<void>;
}

/** Opens the replica at this address beside the primary. It need not be there: it may come and go. */
export function openReplica(address: string, primary: Database, log: Logger): OpenReplica {
  const replica = openDatabase({ connectionString: address, connectionTimeoutMillis: CONNECT_MILLISECONDS }, (error) =>
    log.warn({ error: error.message }, 'connection to the replica lost'),
  );
  const answered = { replica: 0, primary: 0 };
  const database = withReplica(primary, replica, log, (by) => {
    answered[by] += 1;
  });
  return { database, answered, close: replica.close };
}
