import { describe, expect, it } from 'vitest';
import { morningWords } from '../../../../src/alerts/rules/content/morning.ts';
import { morningMailHtml, morningMailText } from '../../../../src/alerts/writers/alert-mail.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { morningOf } from './mornings.ts';

describe('the words of a morning', () => {
  it('are none without findings', () => {
    expect(morningWords(morningOf(), 'en')).toBeNull();
  });

  it('begin with what is open, the worst first, and end with what is over', () => {
    const words = morningWords(
      morningOf(
        { unitName: 'Over', severity: 'critical', isOpen: false },
        { unitName: 'Low', severity: 'low' },
        { unitName: 'Urgent', kind: 'tank-low', evidence: { worstPercent: 9, limitPercent: 10 } },
        { unitName: 'Later', unitId: 'B', firstDay: businessDate('2026-02-28') },
        { unitName: 'Earlier', unitId: 'B' },
      ),
      'en',
    );
    expect(words?.entries.map(({ place }) => place)).toEqual(['Urgent', 'Earlier', 'Later', 'Low', 'Over']);
    expect(words?.action).toBe('4 things need your attention, the worst first.');
    expect(words?.subject).toBe('Urgent: Was down to 9\u00a0% of its content, and 4 more');
    expect(words?.entries.at(-1)).toMatchObject({ label: 'Over', days: 'from 27 Feb 2026 to 01 Mar 2026' });
  });

  it('say of a tank that is still low when it will be empty, and from when on that counts', () => {
    const tank = { unitId: 'T', kind: 'tank-low', evidence: { worstPercent: 9, limitPercent: 10 } } as const;
    const tankEnds = new Map([['T', [{ end: 'empty' as const, atPercent: 0, fromMinutes: 310, toMinutes: 460 }]]]);
    const words = morningWords({ ...morningOf(tank, { ...tank, isOpen: false }), tankEnds }, 'en');
    const [open, over] = words?.entries.map(({ sentence }) => sentence) ?? [];
    expect(open).toBe(`${over}. 06:15: At this rate empty in 5 to 8 hours.`);
    expect(words?.subject).toBe('Inlet: Was down to 9\u00a0% of its content, and 1 more');
  });

  it('say when nothing is left to do, and name the one day of what is over', () => {
    const words = morningWords(morningOf({ isOpen: false, firstDay: businessDate('2026-03-01') }), 'en');
    expect(words?.action).toBe('Nothing to do now: this is over. Look whether it comes again.');
    expect(words?.entries[0]?.days).toBe('on 01 Mar 2026');
  });

  it('name the industry where a finding has no unit', () => {
    expect(morningWords(morningOf({ unitId: null, unitName: null }), 'en')?.entries[0]?.place).toBe('Riverside');
  });

  it.each([
    [30, null],
    [31, '1 more not shown here.'],
  ])('of %i findings say that %s', (count, more) => {
    const words = morningWords(morningOf(...Array.from({ length: count }, () => ({}))), 'en');
    expect([words?.entries.length, words?.more]).toEqual([30, more]);
  });

  it('have no links without an address of the service, and say the same in text and in html', () => {
    const words = morningWords({ ...morningOf({}), publicUrl: null }, 'en');
    if (words === null) throw new Error('There is a finding.');
    const [text, html] = [morningMailText(words), morningMailHtml(words)];
    expect(text + html).not.toContain('water.example');
    expect(html).not.toContain('<a ');
    for (const line of ['One thing needs your attention.', 'Has never sent a reading', 'Stop this mail for yourself'])
      expect([text.includes(line), html.includes(line)]).toEqual([true, true]);
  });
});
