import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../../../src/logger.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { withReplica } from '../../../src/platform/database/replica.ts';
import { statement, statementNames } from '../../../src/platform/database/statements.ts';

const FOR_REPLICA = 'documents.read';
const FOR_PRIMARY = 'documents.last_figures';

/** Two servers: the primary has committed up to `committed`, the replica has replayed up to `replayed`. */
function pair({
  committed = 10,
  replayed = 10,
  isReplica = true,
  fails = null as Error | null,
  isPrimaryAway = false,
} = {}) {
  const asked: string[] = [];
  const state = { replayed };
  const answered = { replica: 0, primary: 0 };
  const rowsOf = (server: string) => async (name: string) => {
    asked.push(`${server} ${name}`);
    return [{ server }];
  };
  const primary = {
    many: rowsOf('primary'),
    one: async () => {
      if (isPrimaryAway) throw lost('ECONNREFUSED');
      return { lsn: String(committed) };
    },
    transaction: async (work: (querier: unknown) => unknown) => work({ many: rowsOf('primary') }),
  };
  const replica = {
    looks: {
      one: async (_: string, { lsn }: { lsn: string }) => {
        asked.push('look');
        return { isReplica, hasReplayed: state.replayed++ >= Number(lsn) };
      },
    },
    statements: {
      many: async (name: string) => {
        if (fails !== null) throw fails;
        return rowsOf('replica')(name);
      },
    },
  };
  // Fakes of the parts that are used here.
  const { database, isPassedOver } = withReplica(
    primary as unknown as Database,
    replica as unknown as Parameters<typeof withReplica>[1],
    createLogger('silent'),
    (by) => {
      answered[by] += 1;
    },
  );
  return { database, isPassedOver, asked, answered, state, statements: () => asked.filter((one) => one !== 'look') };
}

const lost = (code: string): Error => Object.assign(new Error('lost'), { code });

describe('a database with a replica', () => {
  it('asks the replica for what a replica may answer, and the primary for all else', async () => {
    const { database, statements, answered } = pair();
    await database.many(FOR_REPLICA);
    await database.maybeOne(FOR_REPLICA);
    await database.many(FOR_PRIMARY);
    expect(statements()).toEqual([`replica ${FOR_REPLICA}`, `replica ${FOR_REPLICA}`, `primary ${FOR_PRIMARY}`]);
    expect(answered).toEqual({ replica: 2, primary: 0 });
  });

  it('waits a moment for a replica that is a little behind', async () => {
    const { database, statements } = pair({ committed: 10, replayed: 8 });
    await database.many(FOR_REPLICA);
    expect(statements()).toEqual([`replica ${FOR_REPLICA}`]);
  });

  it.each([
    ['is further behind', pair({ replayed: -100 })],
    ['was promoted', pair({ isReplica: false })],
    ['is away', pair({ fails: lost('ECONNREFUSED') })],
    ['cancelled the statement for what it had to replay', pair({ fails: lost('40001') })],
  ])(
    'asks the primary when the replica %s, and leaves the replica alone for a while',
    async (_, { database, statements, answered }) => {
      await database.many(FOR_REPLICA);
      await database.many(FOR_REPLICA);
      expect(statements()).toEqual([`primary ${FOR_REPLICA}`, `primary ${FOR_REPLICA}`]);
      expect(answered).toEqual({ replica: 0, primary: 2 });
    },
  );

  it.each(['28P01', '3D000', '42P01', '53200', 'ERR_TLS'])(
    'asks the primary when the replica fails with %s',
    async (code) => {
      const { database, statements } = pair({ fails: lost(code) });
      await database.many(FOR_REPLICA);
      expect(statements()).toEqual([`primary ${FOR_REPLICA}`]);
    },
  );

  it('looks at a replica that was left alone by one reader alone, after a while', async () => {
    const { database, asked } = pair({ isReplica: false });
    await database.many(FOR_REPLICA);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6000);
    onTestFinished(() => void vi.restoreAllMocks());
    await Promise.all([1, 2, 3].map(() => database.many(FOR_REPLICA)));
    expect(asked.filter((one) => one === 'look').length).toBe(2);
  });

  it('is told to be passed over once the replica has answered nothing for five seconds, until it does', async () => {
    const { isPassedOver, state, statements } = pair({ replayed: -100 });
    const began = performance.now();
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => void vi.restoreAllMocks());
    const after = (seconds: number): Promise<boolean> => {
      clock.mockReturnValue(began + seconds * 1000);
      return isPassedOver();
    };
    // Behind at 0 s; left alone up to 5 s, and then behind again.
    expect([await after(0), await after(4.9), await after(5)]).toEqual([false, false, true]);
    state.replayed = 10;
    // The next look is at 10 s.
    expect([await after(9.9), await after(10)]).toEqual([true, false]);
    expect(statements()).toEqual([]);
  });

  it('does not blame the replica while the primary is away', async () => {
    const { database, statements } = pair({ isPrimaryAway: true });
    await expect(database.many(FOR_REPLICA)).rejects.toThrow('lost');
    expect(statements()).toEqual([]);
  });

  it('asks the primary inside of transactions', async () => {
    const { database, statements } = pair();
    await database.transaction(({ many }) => many(FOR_REPLICA));
    expect(statements()).toEqual([`primary ${FOR_REPLICA}`]);
  });
});

describe('what a replica may answer', () => {
  const names = statementNames().filter((name) => statement(name).isForReplica);

  it('are the reads of figures', () => {
    expect(names.length).toBeGreaterThan(15);
  });

  it.each(names)('%s writes nothing, locks nothing and knows no transaction', (name) => {
    const text = statement(name).text.replaceAll(/--.*$/gm, '');
    expect(text).toMatch(/^\s*(?:SELECT|WITH)\b/);
    expect(text).not.toMatch(
      /\b(?:INSERT|UPDATE|DELETE|MERGE|LOCK|NOTIFY|CREATE|xmin|ctid)\b|FOR SHARE|pg_\w*(?:lock|snapshot|notify|xact)|set_config|nextval/i,
    );
  });
});
