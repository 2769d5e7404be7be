import { describe, expect, it } from 'vitest';
import { planMessage, type RecipientLoad } from '../../../src/alerts/rules/delivery-throttle.ts';
import type { Weight } from '../../../src/alerts/rules/weight.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-06-04T02:00:00Z');
/** The message of another rule, whose quiet hours end at six. */
const SIX = { deliveryKey: 77, dueAt: Date.parse('2026-06-04T06:00:00Z') };
const planned = (
  load: Partial<RecipientLoad>,
  dueAt = NOW,
  severity: 'high' | 'critical' = 'high',
  weight: Weight | null = null,
) =>
  planMessage(
    { messages: 0, firstAt: null, worst: null, digest: null, ...load },
    { severity, weight, messagesPerHour: 2, dueAt },
  );

describe('a message', () => {
  it('leaves when its own rule lets it, whatever waits for the quiet hours of another', () => {
    expect(planned({ messages: 1, firstAt: NOW, digest: SIX })).toEqual({ dueAt: NOW, digestDeliveryKey: null });
  });

  it('that waits itself is told by what leaves no later', () => {
    expect(planned({ digest: SIX }, SIX.dueAt)).toEqual({ dueAt: SIX.dueAt, digestDeliveryKey: 77 });
    expect(planned({ digest: SIX }, SIX.dueAt + HOUR)).toEqual({ dueAt: SIX.dueAt, digestDeliveryKey: 77 });
    expect(planned({ digest: SIX }, SIX.dueAt - 1)).toEqual({ dueAt: SIX.dueAt - 1, digestDeliveryKey: null });
  });

  it('that is one too many waits until the hour is over, and joins only what leaves by then', () => {
    const full = { messages: 2, firstAt: NOW - HOUR / 2 };
    const room = NOW + HOUR / 2;
    expect(planned(full)).toEqual({ dueAt: room, digestDeliveryKey: null });
    expect(planned({ ...full, digest: SIX })).toEqual({ dueAt: room, digestDeliveryKey: null });
    const waiting = { deliveryKey: 5, dueAt: room };
    expect(planned({ ...full, digest: waiting })).toEqual({ dueAt: room, digestDeliveryKey: 5 });
  });

  it('that is critical joins none, and has five times the room', () => {
    expect(planned({ messages: 9, firstAt: NOW, digest: SIX }, SIX.dueAt, 'critical')).toEqual({
      dueAt: SIX.dueAt,
      digestDeliveryKey: null,
    });
    expect(planned({ messages: 10, firstAt: NOW, digest: SIX }, NOW, 'critical').dueAt).toBe(NOW + HOUR);
  });

  it('that tells of worse than all of the hour does not wait, and of nothing else', () => {
    const full = { messages: 2, firstAt: NOW - HOUR / 2, worst: { severity: 'medium', strength: 0.5 } } as const;
    const dueAt = (weight: Weight | null, more: Partial<RecipientLoad> = {}): number =>
      planned({ ...full, ...more }, NOW, 'high', weight).dueAt;
    const later = NOW + HOUR / 2;
    expect(dueAt({ severity: 'medium', strength: 0.6 })).toBe(NOW);
    expect(dueAt({ severity: 'high', strength: null })).toBe(NOW);
    expect(dueAt({ severity: 'medium', strength: 0.5 })).toBe(later);
    expect(dueAt({ severity: 'low', strength: 9 })).toBe(later);
    // An end is no worse than anything, and ever stronger ones do not ring for ever.
    expect(dueAt(null)).toBe(later);
    expect(dueAt({ severity: 'high', strength: 9 }, { messages: 10 })).toBe(later);
  });
});
