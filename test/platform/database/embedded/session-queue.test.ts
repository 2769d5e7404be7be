import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type QueueOwner, SessionQueue } from '../../../../src/platform/database/embedded/session-queue.ts';
import { instant } from '../../../../src/platform/database/embedded/logins/pauses.ts';

class Client implements QueueOwner {
  readonly holdMilliseconds = 50;
  notBefore = 0;
  readonly name: string;
  expired: () => void = () => undefined;
  constructor(name: string) {
    this.name = name;
  }
  holdExpired(): void {
    this.expired();
  }
}

function setUp(): {
  queue: SessionQueue<Client>;
  ran: string[];
  turn: (client: Client, name: string, result?: 'release' | 'keep', milliseconds?: number) => void;
  idle: () => Promise<void>;
  pass: (milliseconds: number) => void;
} {
  let now = 0;
  const queue = new SessionQueue<Client>(() => now);
  const ran: string[] = [];
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return {
    queue,
    ran,
    pass,
    turn: (client, name, result = 'release', milliseconds = 0) =>
      queue.submit(client, () => {
        ran.push(`${client.name}${name}`);
        pass(milliseconds);
        return result;
      }),
    idle: async () => {
      for (let round = 0; round < 5; round++) await nextRound();
    },
  };
}

describe('turns on the one session', () => {
  it('go round the clients in order of arrival, one group each', async () => {
    const { ran, turn, idle } = setUp();
    const [a, b] = [new Client('a'), new Client('b')];
    turn(a, '1');
    turn(a, '2');
    turn(b, '1');
    turn(a, '3');
    await idle();
    expect(ran).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('go to the client that has used the session least of late, before those of long works', async () => {
    const { queue, ran, turn, idle, pass } = setUp();
    const [a, b, c] = [new Client('a'), new Client('b'), new Client('c')];
    for (const long of [a, b]) for (const name of ['1', '2']) turn(long, name, 'release', 300);
    // Each statement of a short request is sent when the one before is answered.
    queue.submit(c, () => {
      ran.push('c1');
      pass(1);
      turn(c, '2', 'release', 1);
      return 'release';
    });
    await idle();
    expect(ran).toEqual(['a1', 'b1', 'c1', 'c2', 'a2', 'b2']);
  });

  it('count the time for which a client keeps the session between its turns', async () => {
    const { ran, turn, idle, pass } = setUp();
    const [a, b] = [new Client('a'), new Client('b')];
    turn(a, 'begin', 'keep');
    await idle();
    pass(100);
    turn(a, 'commit');
    await idle();
    turn(a, '2');
    turn(b, '1');
    await idle();
    expect(ran).toEqual(['abegin', 'acommit', 'b1', 'a2']);
  });

  it('come to a long work although short ones never end: what it has used is forgotten by half each second', async () => {
    const { queue, ran, turn, idle, pass } = setUp();
    const [a, b] = [new Client('a'), new Client('b')];
    turn(a, '1', 'release', 400);
    await idle();
    const again = (): 'release' => {
      ran.push('b');
      pass(25);
      if (ran.length < 1000) queue.submit(b, again);
      return 'release';
    };
    queue.submit(b, again);
    turn(a, '2');
    await vi.waitUntil(() => ran.includes('a2'), { timeout: 60_000 });
    // Used 25 of every 25 ms, b comes near a second and a half; a is below it after some 300 ms.
    expect(ran.indexOf('a2')).toBeLessThan(20);
    expect(ran.indexOf('a2')).toBeGreaterThan(2);
  });

  it('pass by a client that has to wait, and come to it when its time has come', async () => {
    const { ran, turn, idle } = setUp();
    const [a, b] = [new Client('a'), new Client('b')];
    a.notBefore = instant() + 1_000;
    turn(a, '1');
    turn(b, '1');
    turn(b, '2');
    await idle();
    expect(ran).toEqual(['b1', 'b2']);
    await vi.waitUntil(() => ran.length === 3, { timeout: 60_000 });
    expect(instant()).toBeGreaterThanOrEqual(a.notBefore);
    expect(ran).toEqual(['b1', 'b2', 'a1']);
  });

  it('stay with a client that keeps the session until it releases it; host work waits too', async () => {
    const { queue, ran, turn, idle } = setUp();
    const [a, b] = [new Client('a'), new Client('b')];
    turn(a, 'begin', 'keep');
    turn(b, '1');
    queue.submitHostWork(() => ran.push('host'));
    await idle();
    expect(ran).toEqual(['host', 'abegin']);
    queue.submitHostWork(() => ran.push('host'));
    turn(a, 'commit');
    await idle();
    expect(ran).toEqual(['host', 'abegin', 'acommit', 'host', 'b1']);
  });

  it("of a client that leaves are forgotten, and what it held is abandoned before anybody else's turn", async () => {
    const { queue, ran, turn, idle } = setUp();
    const [a, b] = [new Client('a'), new Client('b')];
    turn(a, 'begin', 'keep');
    await idle();
    turn(a, 'never');
    turn(b, '1');
    queue.leave(a, () => ran.push('rollback'));
    queue.leave(b, () => ran.push('b held nothing'));
    turn(b, '2');
    await idle();
    expect(ran).toEqual(['abegin', 'rollback', 'b2']);
    expect(queue.idle).toBe(true);
  });

  it('are taken from a client that keeps the session and stays silent', async () => {
    const { queue, ran, turn } = setUp();
    const [a, b] = [new Client('a'), new Client('b')];
    a.expired = () => queue.leave(a, () => ran.push('expired'));
    turn(a, 'begin', 'keep');
    turn(b, '1');
    await vi.waitUntil(() => ran.includes('b1'), { timeout: 60_000 });
    expect(ran).toEqual(['abegin', 'expired', 'b1']);
  });

  it('end when the queue is closed', async () => {
    const { queue, ran, turn, idle } = setUp();
    turn(new Client('a'), '1');
    queue.close();
    turn(new Client('b'), '1');
    await idle();
    expect(ran).toEqual([]);
  });
});
