import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { Logger } from '../../logger.ts';
import { type Database, openDatabase } from './database.ts';
import { namedStatements, type NamedStatements } from './named-query.ts';
import { statement } from './statements.ts';

/** Pauses between looks at a replica that is a little behind. After the last one the primary answers. */
const PAUSES_MILLISECONDS = [0, 5, 15, 30];
/** A replica that is behind or away is left alone for this long, so that reads do not pay for each look. */
const LEFT_ALONE_MILLISECONDS = 5_000;
/** A replica that answers nothing for so long is told as a fault. Behind for a moment is none. */
const TOLD_MILLISECONDS = LEFT_ALONE_MILLISECONDS;
const CONNECT_MILLISECONDS = 1_000;
/** A machine that hangs answers nothing. */
const LOOK_MILLISECONDS = 1_000;
/** A statement that takes longer is asked of the primary. */
const STATEMENT_MILLISECONDS = 60_000;
const LOOKS_AT_ONCE = 4;

/** Which server answered a statement that a replica may answer. */
export type AnsweredBy = 'replica' | 'primary';

/** A replica: one pool for looks, which are short, and one for statements. */
interface Replica {
  readonly looks: Pick<Database, 'one'>;
  readonly statements: Pick<Database, 'many'>;
}

interface WithReplica {
  readonly database: Database;
  /** Looks whether the replica has answered nothing for a while. It looks by itself, because nobody may be reading. */
  readonly isPassedOver: () => Promise<boolean>;
}

/** How far the primary has committed, in which history. */
interface Committed extends Record<string, unknown> {
  readonly lsn: string;
  readonly timeline: number;
  readonly system: string;
  readonly database: string;
}

/**
 * The database, of which a replica answers the statements of sql/queries that say so, outside of transactions. A
 * replica answers only when it is of the primary's history and has replayed all that the primary showed when the
 * statement was asked for, by whomever. Therefore no figure is older than the primary's. Where commits wait for the
 * replica, it may show one a moment before the primary does. A replica that is behind, away, promoted or another
 * database costs a look every few seconds: the primary answers.
 */
export function withReplica(
  primary: Database,
  replica: Replica,
  log: Logger,
  count: (by: AnsweredBy) => void,
): WithReplica {
  /** Since when it answers nothing, and until when nobody looks again. null: it answers. */
  let leftAlone: { readonly since: number; readonly until: number } | null = null;

  const leaveAlone = (why: string): void => {
    if (leftAlone === null) log.warn({ why }, 'the replica does not answer reads at present; the primary does');
    const now = performance.now();
    leftAlone = { since: leftAlone?.since ?? now, until: now + LEFT_ALONE_MILLISECONDS };
  };

  /** Why the replica cannot answer; null: it can. */
  const look = async (committed: Committed): Promise<string | null> => {
    for (const pause of PAUSES_MILLISECONDS) {
      if (pause > 0) await delay(pause);
      const state = await replica.looks.one<{ isReplica: boolean; hasReplayed: boolean }>(
        'database.replayed',
        committed,
      );
      if (!state.isReplica) return 'it is no replica of the primary, or was not rewound since a promotion';
      if (state.hasReplayed) return null;
    }
    return 'it is behind';
  };

  const isCaughtUp = async (): Promise<boolean> => {
    if (leftAlone !== null) {
      if (performance.now() < leftAlone.until) return false;
      // One reader looks again; all others go on with the primary meanwhile.
      leftAlone = { ...leftAlone, until: performance.now() + LEFT_ALONE_MILLISECONDS };
    }
    const committed = await primary.one<Committed>('database.committed');
    const problem = await look(committed).catch(reasonOf);
    if (problem !== null) {
      leaveAlone(problem);
      return false;
    }
    if (leftAlone !== null) log.info('the replica answers reads');
    leftAlone = null;
    return true;
  };

  const isPassedOver = async (): Promise<boolean> => {
    await isCaughtUp();
    return leftAlone !== null && performance.now() - leftAlone.since >= TOLD_MILLISECONDS;
  };

  const many: NamedStatements['many'] = async <R>(name: string, values = {}) => {
    if (!statement(name).isForReplica) return primary.many<R>(name, values);
    if (await isCaughtUp()) {
      try {
        const rows = await replica.statements.many<R>(name, values);
        count('replica');
        return rows;
      } catch (error) {
        // A mistake of the statement is told by the primary, in the same words.
        leaveAlone(reasonOf(error));
      }
    }
    count('primary');
    return primary.many<R>(name, values);
  };
  return { database: { ...primary, ...namedStatements(many) }, isPassedOver };
}

interface OpenReplica extends WithReplica {
  /** Statements since the start that a replica may answer, by who has answered them. */
  readonly answered: Readonly<Record<AnsweredBy, number>>;
  close(): Promise<void>;
}

/** Opens the replica at this address beside the primary. It need not be there: it may come and go. */
export function openReplica(address: string, primary: Database, log: Logger): OpenReplica {
  const open = (settings: { readonly query_timeout: number; readonly max?: number }): Database =>
    openDatabase(
      { connectionString: address, connectionTimeoutMillis: CONNECT_MILLISECONDS, keepAlive: true, ...settings },
      (error) => log.warn({ error: error.message }, 'connection to the replica lost'),
      { triesAgain: false },
    );
  const looks = open({ query_timeout: LOOK_MILLISECONDS, max: LOOKS_AT_ONCE });
  const statements = open({ query_timeout: STATEMENT_MILLISECONDS });
  const answered = { replica: 0, primary: 0 };
  const reading = withReplica(primary, { looks, statements }, log, (by) => {
    answered[by] += 1;
  });
  return {
    ...reading,
    answered,
    close: async () => {
      await Promise.all([looks.close(), statements.close()]);
    },
  };
}
