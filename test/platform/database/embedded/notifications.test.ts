import { describe, expect, it } from 'vitest';
import {
  NotificationBook,
  PendingListens,
  listenCommands,
} from '../../../../src/platform/database/embedded/notifications.ts';

const listen = (channel: string) => ({ verb: 'listen', channel }) as const;
const unlisten = (channel: string | null) => ({ verb: 'unlisten', channel }) as const;

describe('LISTEN and UNLISTEN', () => {
  it('are read from SQL with the name PostgreSQL gives the channel', () => {
    expect(
      listenCommands([
        'LISTEN Alarm; SELECT 1; listen "Alarm"',
        'UNLISTEN *; UNLISTEN alarm',
        `LISTEN ${'x'.repeat(80)}`,
      ]),
    ).toEqual([listen('alarm'), listen('Alarm'), unlisten(null), unlisten('alarm'), listen('x'.repeat(63))]);
  });

  it('take effect when their transaction commits', () => {
    const pending = new PendingListens();
    expect(pending.settle([listen('a')], ['LISTEN'], 'I', false)).toEqual([listen('a')]);
    expect(pending.settle([listen('b')], ['BEGIN', 'LISTEN'], 'T', false)).toEqual([]);
    expect(pending.settle([], ['COMMIT'], 'I', false)).toEqual([listen('b')]);
    expect(pending.settle([listen('c')], ['LISTEN'], 'T', false)).toEqual([]);
    expect(pending.settle([], ['ROLLBACK'], 'I', false)).toEqual([]);
    expect(pending.settle([listen('d'), listen('e')], ['LISTEN'], 'I', true)).toEqual([]);
    expect(pending.settle([], [], 'I', false)).toEqual([]);
  });
});

describe('the book of listeners', () => {
  const notification = (channel: string): Buffer => Buffer.from(`A\0\0\0\0\0\0\0\x01${channel}\0text\0`);

  it('delivers to the listeners of a channel and forgets those that leave', () => {
    const book = new NotificationBook<{ name: string; deliver(): void }>();
    const heard: string[] = [];
    const [a, b] = ['a', 'b'].map((name) => ({ name, deliver: () => heard.push(name) }));
    if (a === undefined || b === undefined) throw new Error('two listeners expected');
    book.apply(a, listen('x'));
    book.apply(b, listen('x'));
    book.apply(b, listen('y'));
    book.deliver(notification('x'));
    book.deliver(notification('z'));
    expect(heard).toEqual(['a', 'b']);
    expect(book.forget(a)).toEqual([]);
    expect(book.forget(b)).toEqual(['x', 'y']);
    expect(book.channels).toEqual([]);
  });
});
