import { describe, expect, it } from 'vitest';
import { ChannelError } from '../../../src/platform/channels/channel.ts';
import { mailFailure } from '../../../src/platform/channels/mail-failure.ts';

const NOW = Date.parse('2026-06-04T12:00:00Z');
const after = (kind: ChannelError['kind'], attempts: number, mostAttempts = 50) =>
  mailFailure(new ChannelError(kind, 'said so'), { attempts, mostAttempts, longestPauseMinutes: 30, now: NOW });

describe('a mail whose sending failed', () => {
  it('is sent again after two minutes, four, eight .. up to the longest pause, where the server was out of reach', () => {
    const due = [1, 2, 4, 5, 40].map((attempts) => after('unreachable', attempts));
    expect(due).toEqual(
      ['12:02', '12:04', '12:16', '12:30', '12:30'].map((time) => ({
        state: 'queued',
        problem: 'said so',
        dueAt: new Date(`2026-06-04T${time}:00Z`),
      })),
    );
  });

  it('is given up after the last attempt, and at once where a second one would be refused, too', () => {
    const failed = { state: 'failed', problem: 'said so' };
    expect(after('unreachable', 49)).toMatchObject({ state: 'queued' });
    expect([after('unreachable', 50), after('refused', 1), after('not set up', 1)]).toEqual([failed, failed, failed]);
  });

  it('is not sent again where it may have left', () => {
    expect(after('unconfirmed', 1)).toEqual({ state: 'unconfirmed', problem: 'said so' });
  });

  it('of a fault of the service itself is decided by nobody here', () => {
    const fault = new Error('no such table');
    expect(() => mailFailure(fault, { attempts: 1, longestPauseMinutes: 30, now: NOW })).toThrow(fault);
  });
});
