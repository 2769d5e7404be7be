import { expect, it } from 'vitest';
import { type ReadinessParts, readinessOf } from '../../src/platform/readiness.ts';

const FULL = 'The disk of the database is full. Please try again later.';
const sound: ReadinessParts = {
  engineTrouble: () => null,
  ping: async () => true,
  isDiskFull: async () => false,
  broker: () => null,
  starting: () => [],
  setUpProblem: async () => null,
  servesApi: true,
};

it.each<[what: string, parts: Partial<ReadinessParts>, problems: string[]]>([
  ['a process whose database answers is ready', {}, []],
  [
    'an engine that is away is told, and not asked',
    { engineTrouble: () => 'was ended by SIGKILL', ping: () => Promise.reject(new Error('asked')) },
    ['The embedded database is being restarted.'],
  ],
  [
    'an engine that is away for want of room says so',
    { engineTrouble: () => 'exited with code 1: could not write to file "x": No space left on device' },
    [FULL],
  ],
  [
    'a server that does not answer is told',
    { ping: async () => false },
    ['The database does not answer or is not migrated yet.'],
  ],
  ['a full disk is told', { isDiskFull: async () => true }, [FULL]],
  ['a broker that is away does not take the API away', { broker: () => 'away' }, []],
  [
    'a broker that is away keeps a worker from its work',
    { broker: () => 'away', servesApi: false },
    ['The MQTT broker is away.'],
  ],
  [
    'a part that starts keeps a process from being ready, whatever its role',
    { starting: () => ['The worker is being started.', 'The listener for devices is being started.'] },
    ['The worker is being started.', 'The listener for devices is being started.'],
  ],
  [
    'a broker that has not answered yet does, too',
    { broker: () => 'connecting' },
    ['The MQTT broker has not answered yet.'],
  ],
  ['a worker with its broker is ready', { broker: () => 'connected', servesApi: false }, []],
])('%s', async (_, parts, problems) => {
  expect(await readinessOf({ ...sound, ...parts })).toEqual({
    problems,
    details: [],
    broker: parts.broker?.() ?? null,
  });
});

it('a server that is not set up for analysts is ready and says what is missing; one that is away is not asked', async () => {
  const setUpProblem = async (): Promise<string> => 'A superuser must run it.';
  expect(await readinessOf({ ...sound, setUpProblem })).toEqual({
    problems: [],
    details: ['A superuser must run it.'],
    broker: null,
  });
  expect(
    await readinessOf({
      ...sound,
      ping: async () => false,
      setUpProblem: () => Promise.reject(new Error('asked')),
    }),
  ).toMatchObject({ details: [] });
});
