import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { attentionKey } from '../../../src/reports/rules/sections/exceptions.ts';
import { reportMail, restatementMail } from '../../../src/reports/writers/report-mail.ts';
import { englishIn } from '../../window/language/english-left.ts';
import { HOSTILE_NAMES, missing, quantity, report } from './report-fixture.ts';

const documents = [report()];
const mailOf = (more: Partial<Parameters<typeof reportMail>[0]> = {}) =>
  reportMail({
    documents,
    leftOut: [],
    isProvisional: false,
    restated: null,
    fileNames: ['ACME_water_monthly.pdf'],
    ...more,
  });

const HINDI_ENTRY = { severity: 'high', place: 'क', fact: 'रिसाव', amount: null, look: null } as const;
const HINDI: Parameters<typeof report>[0] = {
  language: 'hi',
  title: 'जल',
  industry: { ...report().industry, industryName: 'उद्योग' },
  period: { ...report().period, text: 'जून 2026' },
  headlines: [{ title: 'उपयोग', value: missing('no reading'), change: null, comparedWith: null, sparkline: null }],
  completeness: { sentence: 'सब मिला।', units: [] },
};

describe('the mail of reports', () => {
  it('says place, fact and figure in its subject', () => {
    expect(mailOf().subject).toBe(
      'Acme <b>Textiles</b>: Water, June 2026, Consumption at least 12\u202f346\u00a0m³, 01 Jun 2026 – 30 Jun 2026, 2 things need attention',
    );
  });

  it('begins with what is to be done, and tells the same in plain text and on the page', () => {
    const { text, html } = mailOf({ isProvisional: true, leftOut: [{ title: 'energy', why: 'No units of energy.' }] });
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      'Acme <b>Textiles</b>, 01 Jun 2026 – 30 Jun 2026',
      '2 things need your attention.',
      'Provisional: not all of its days had settled when it was made.',
      'Water, June 2026',
      '- Consumption: at least 12\u202f346\u00a0m³, +12.3\u00a0%, from 10\u202f994\u00a0m³, May 2026',
      '- Coverage: 95.6\u00a0%',
      '- Night flow: not measured (no reading)',
      '- CRITICAL: <script>alert(1)</script>: Night flow doubled, 214\u00a0m³, since 12 Jun 2026 02:10. Valve chamber 3',
      '- MEDIUM: =HYPERLINK("http://x"): No reading',
      'energy: No units of energy.',
      'Attached',
      '- ACME_water_monthly.pdf',
      '1 of 8 units was measured in part.',
    ]);
    const page = html
      .replaceAll(/<(style|title)>.*?<\/\1>|<[^>]+>/g, ' ')
      .replaceAll(/&lt;|&gt;|&quot;|&#39;|&amp;/g, '');
    for (const line of text.split('\n')) {
      for (const word of line
        .replaceAll(/^- /g, '')
        .replaceAll(/[<>"'&]/g, '')
        .split(/[:, ]+/))
        expect(page.toLowerCase()).toContain(word.toLowerCase());
    }
  });

  it('counts what an entry stands for, and says of which reports nothing is to be done', () => {
    const [entry] = report().attention;
    if (entry === undefined) throw new Error('The report has an entry.');
    const standsFor = Array.from({ length: 32 }, (_, at) => `thing ${at}`);
    const further = { ...entry, place: 'Further places', amount: null, standsFor };
    const attention = [...Array.from({ length: 10 }, () => entry), further];
    const { subject, text } = mailOf({ documents: [report({ attention })] });
    expect(subject).toMatch(/, 42 things need attention$/);
    expect(text).toContain('42 things need your attention.\n');
    expect(text).toContain('37 more in the report.\n');
    const quiet = report({ attention: [] });
    expect(mailOf({ documents: [quiet] }).text).toContain('Nothing in this report needs your attention.\n');
    expect(mailOf({ documents: [quiet, quiet] }).text).toContain('Nothing in these reports needs your attention.\n');
  });

  it('counts and tells once what several of its reports have', () => {
    const [silent, doubled] = report().attention;
    if (silent === undefined || doubled === undefined) throw new Error('The report has two entries.');
    const later = { ...silent, since: '13 Jun 2026 02:10' };
    const documents = [
      report({ attention: [silent, doubled] }),
      report({ title: 'Energy', attention: [silent, doubled, later] }),
      report({ title: 'Levels', attention: [later] }),
    ];
    const { subject, text } = mailOf({ documents });
    expect(subject).toMatch(/, 3 things need attention$/);
    expect(text).toContain('3 things need your attention.\n');
    // Named by its start: of the first report, and of the second what began later.
    expect(text.match(/since 1\d Jun 2026/g)).toEqual(['since 12 Jun 2026', 'since 13 Jun 2026']);
    expect(text.match(/MEDIUM: /g)).toHaveLength(1);
    expect(text.indexOf('since 13 Jun')).toBeGreaterThan(text.indexOf('\nEnergy\n'));
    expect(text.indexOf('since 13 Jun')).toBeLessThan(text.indexOf('\nLevels\n'));
  });

  it('counts once what several of its reports leave out, or one leaves out and another names', () => {
    const thing = { severity: 'low', since: null, amount: null, look: null, fact: 'No reading' } as const;
    const [first, second, third] = ['A', 'B', 'C'].map((place) => ({ ...thing, place }));
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three things.');
    const further = (...left: readonly (typeof first)[]) => ({
      ...thing,
      place: 'Further places',
      fact: `${left.length} more, the worst low`,
      standsFor: left.map(attentionKey),
    });
    const documents = [
      report({ attention: [first, further(second, third)] }),
      report({ title: 'Energy', attention: [second, further(first, third)] }),
    ];
    const { subject, text } = mailOf({ documents });
    expect(subject).toMatch(/, 3 things need attention$/);
    expect(text.match(/LOW: .*/g)).toEqual(['LOW: A: No reading', 'LOW: B: No reading']);
    // The third one is left out of both, and counted in the first.
    expect(text.match(/\d+ more in the report/g)).toEqual(['1 more in the report']);
  });

  it('says of each of its reports how complete it is', () => {
    const energy = report({ title: 'Energy', completeness: { sentence: 'No unit of 2 was measured.', units: [] } });
    const { text } = mailOf({ documents: [report(), energy] });
    expect(text).toContain('\nWater, June 2026: 1 of 8 units was measured in part.\n');
    expect(text).toContain('\nEnergy: No unit of 2 was measured.\n');
  });

  it('tells no start beside a sentence that tells it', () => {
    const silent = { severity: 'high', place: 'Bore', amount: null, look: null } as const;
    const since = '07 Jun 2026 12:45';
    const attention = [{ ...silent, since, fact: `Has sent nothing since ${since}` }];
    expect(mailOf({ documents: [report({ attention })] }).text).toContain(
      `- HIGH: Bore: Has sent nothing since ${since}\n`,
    );
  });

  it('says in its last line what its signs mean, and has none of them in its subject', () => {
    const value = quantity(1234, { coverage: 0.917, estimatedShare: 0.125, bound: 'at least' });
    const headline = { title: 'Use', value, change: null, comparedWith: null, sparkline: null };
    const { subject, text } = mailOf({ documents: [report({ headlines: [headline], attention: [] })] });
    expect(text).toContain('Use: at least 1\u202f234\u00a0m³ †13\u00a0% ‡92\u00a0%');
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '† is in part estimated, with the share of the readings that were. ‡ is partly measured, with the share of the readings that arrived.',
    );
    expect(subject).toContain('Use at least 1\u202f234\u00a0m³,');
    expect(subject).not.toMatch(/[†‡]/);
    const whole = { ...headline, value: quantity(1234) };
    expect(mailOf({ documents: [report({ headlines: [whole], attention: [] })] }).text).not.toMatch(/[†‡–] (is|was)/);
  });

  it('tells it in Hindi, too', () => {
    const entry = { ...HINDI_ENTRY, since: '12 जून 2026 02:10' };
    const documents = [report({ ...HINDI, attention: [entry] })];
    const { text } = mailOf({ documents, language: 'hi', restated: { on: '04 जून 2026', sentOn: '03 जून 2026' } });
    expect(text).toContain('रिसाव, 12 जून 2026 02:10 से\n');
    expect(text.split('\n').flatMap((line) => englishIn(line, ['ACME_water_monthly.pdf']))).toEqual([]);
  });

  it('keeps what people typed inert', () => {
    const { html, subject } = mailOf({
      documents: [
        report({
          title: HOSTILE_NAMES[1],
          headlines: [
            { title: HOSTILE_NAMES[2], value: quantity(1), change: null, comparedWith: null, sparkline: null },
          ],
          industry: { ...report().industry, industryName: 'Acme\r\nBcc: eve@example.com' },
        }),
      ],
      fileNames: ['<script>.pdf'],
    });
    expect(html).not.toMatch(/<script|<img/);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('says that a figure was not measured instead of showing none', () => {
    const headline = { title: 'Use', value: missing('no reading'), change: null, comparedWith: null, sparkline: null };
    expect(mailOf({ documents: [report({ headlines: [headline] })] }).text).toContain(
      '- Use: not measured (no reading)',
    );
  });
});

describe('the note of a restatement', () => {
  const note = restatementMail({
    industryName: 'Acme',
    subject: 'Acme: Use 24.0 m³',
    sentAt: '03 Mar 2026 06:15',
    days: [businessDate('2026-03-02')],
    causes: ['correction'],
    places: ['Main inlet'],
    changes: [
      { name: 'Water: Use', unit: 'm³', was: 24, is: 25.4 },
      { name: 'Water: Night flow', unit: 'm³', was: null, is: -3 },
      { name: 'Water: Total', unit: 'm³', was: 1000.1, is: 1000.11 },
      { name: 'Water: Loss', unit: 'm³', was: 0, is: null },
      { name: 'Water: Inlet', unit: 'm³', was: 24, is: 25.5, wasBound: 'at least', isBound: 'at most' },
      { name: 'Water: Bore', unit: 'm³', was: 24, is: 25.5, wasBound: 'open' },
      { name: 'Quality: pH', unit: '', was: 7.2, is: 7.4, hasShare: false },
      { name: 'Quality: Temperature', unit: '°C', was: 20, is: 19.5, hasShare: false },
    ],
  });

  it('of a report in Hindi has no English but names, whatever the causes and however many the days and places', () => {
    const { subject, text } = restatementMail({
      language: 'hi',
      industryName: 'उद्योग',
      subject: 'जल',
      sentAt: '03 मार्च 2026 06:15',
      days: ['02', '03', '04', '05', '06', '07'].map((day) => businessDate(`2026-03-${day}`)),
      causes: ['correction', 'late reading', 'register check', 'configuration'],
      places: ['क', 'ख', 'ग', 'घ', 'च', 'छ', 'ज'],
      changes: [{ name: 'उपयोग', unit: 'KL', was: 24, is: null }],
    });
    expect([subject, ...text.split('\n')].flatMap((line) => englishIn(line))).toEqual([]);
    expect(text).toContain('सुधारी गई रीडिंग, देर से आई रीडिंग');
  });

  it('keeps the name of a cause that this release does not know', () => {
    const changes = [{ name: 'Use', unit: 'm³', was: 1, is: 2 }];
    const more = { industryName: 'Acme', subject: 'S', sentAt: 'T', days: [], places: [], changes };
    expect(restatementMail({ ...more, causes: ['new cause'] }).text).toContain('Cause: new cause.');
  });

  it('has old and new values, the days, the cause and the meter', () => {
    expect(note.subject).toBe('Acme: restated, Water: Use is 25.4\u00a0m³, was 24.0\u00a0m³');
    expect(note.text).toContain('- Water: Use: 25.4\u00a0m³, was 24.0\u00a0m³, +5.8\u00a0%\n');
    expect(note.text).toContain('Cause: corrected readings, at Main inlet. Changed days: 02 Mar 2026.\n');
  });

  it('says on which side of a value the truth lies, where the side is known', () => {
    expect(note.text).toContain('- Water: Inlet: at most 25.5\u00a0m³, was at least 24.0\u00a0m³, +6.3\u00a0%\n');
    expect(note.text).toContain('- Water: Bore: 25.5\u00a0m³, was 24.0\u00a0m³, +6.3\u00a0%\n');
    const changes = [{ name: 'Use', unit: 'm³', was: 24, is: 25.4, wasBound: 'at least' as const }];
    const more = { industryName: 'Acme', subject: 'S', sentAt: 'T', days: [], places: [], causes: [], changes };
    expect(restatementMail(more).subject).toBe('Acme: restated, Use is 25.4\u00a0m³, was at least 24.0\u00a0m³');
  });

  it('tells by how much pH and degrees differ, because a share of them means nothing', () => {
    expect(note.text).toContain('- Quality: pH: 7.40, was 7.20, +0.20\n');
    expect(note.text).toContain('- Quality: Temperature: 19.5\u00a0°C, was 20.0\u00a0°C, −0.5\u00a0°C\n');
  });

  it('tells figures apart that are alike in their first digits', () => {
    expect(note.text).toContain('- Water: Total: 1\u202f000.11\u00a0m³, was 1\u202f000.10\u00a0m³, +0.001\u00a0%\n');
  });

  it('gives no share of what was not measured or was nothing', () => {
    expect(note.text).toContain('- Water: Night flow: −3.00\u00a0m³, was not measured\n');
    expect(note.text).toContain('- Water: Loss: not measured, was 0.0\u00a0m³\n');
  });
});
