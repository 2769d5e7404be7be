import { describe, expect, it } from 'vitest';
import { countCell, percentCell, quantityCell, textCell } from '../../../src/domain/reports/cells.ts';
import { speaker } from '../../../src/domain/reports/say.ts';
import { wordingProblem } from '../../../src/domain/reports/wording.ts';

const say = speaker({ timezone: 'UTC' });
const litres = (value: number) => quantityCell({ value, unit: 'KL', basis: null });
const SENTENCES = [
  say`On ${{ kind: 'date', date: '2026-06-10' as never }} the site used ${litres(1234)} of water.`,
  say`That is ${percentCell(0.059)} more than the day before (${litres(1165)}).`,
  say`Best was ${textCell('Line 7')} with ${litres(60.04)}, ${percentCell(0.2)} less.`,
  say`${countCell(3)} incidents were recorded.`,
  say`${quantityCell({ value: 900, unit: 'KL', basis: null, atLeast: true })} of it went to ${textCell('Line 7')}.`,
  say`It cannot be compared with the same day a year ago.`,
  say`The ground water stands at ${quantityCell({ value: -1.5, unit: 'm', basis: null })}.`,
];
const problem = (text: string): string | null => wordingProblem(text, SENTENCES);

describe('a text of a language model', () => {
  it.each([
    'The site used 1,234 KL on 10 June 2026, 5.9 % more than the 1 165 KL of the day before.',
    'Use rose by 5.9% to 1234 KL; Line 7 did best with 60.0 KL, down 20 %.',
    'There were 3 incidents.',
    'Use was 5.9 % more than 1165 KL.',
    'Use went up by 5.9 %.',
    'The site used 1,234 KL of water. At least 900 KL of it went to Line 7.',
    'The site used 1,234 KL of water, and 900 KL at least went to Line 7.',
    'It cannot be compared with the same day a year ago. There were 3 incidents.',
    'The ground water stands at -1.5 m.',
  ])('may stand when its numbers are among the figures: %s', (text) => {
    expect(problem(text)).toBeNull();
  });

  it.each([
    ['a number of its own', 'The site used 1,300 KL.', '1300 KL'],
    ['a rounded number', 'Use rose by 6 %.', '6 %'],
    ['a number in another unit', 'The site used 1234 kWh.', '1234'],
    ['a share for an amount', 'Use rose by 1165 %.', '1165 %'],
    ['an amount in words', 'There were three incidents.', 'three'],
    ['a vague amount', 'Use nearly doubled.', 'doubled'],
    ['digits of another script', 'There were ३ incidents.', '३'],
    ['a share that is turned round', 'Use fell by 5.9 %.', 'round'],
    ['another name with a number', 'Line 8 did best.', '8'],
    ['a number of the other sign', 'The site used -1 234 KL.', '-1234 KL'],
    ['a depth as a height', 'The ground water stands at 1.5 m.', '1.5 m'],
    ['a part of a total as the total', 'It took 900 KL to Line 7.', 'bound'],
    ['a bound of its own', 'The site used at most 1234 KL.', 'bound'],
    ['a bound behind the figure', 'The site used 1234 KL or more.', 'bound'],
    ['a minimum', 'The site used a minimum of 1234 KL.', 'bound'],
    ['a vague figure', 'The site used about 1234 KL.', 'bound'],
    ['a bound before an article', 'The site used less than the 1234 KL.', 'bound'],
    ['a sentence that no figure backs', 'The site used 1234 KL. All is well.', 'All is well'],
    ['an address', 'The site used 1234 KL, see https://example.com.', 'address'],
    ['markup', 'The site used <b>1234 KL</b>.', 'markup'],
    ['a character that nobody sees', 'The site\u202e used 1234 KL.', 'hidden'],
    ['nothing', '  ', 'empty'],
    ['too much', 'water '.repeat(1000), 'characters'],
  ])('is refused when it holds %s', (_, text, reason) => {
    expect(problem(text)).toContain(reason);
  });
});
