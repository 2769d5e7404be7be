import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/kernel/language.ts';
import { type Fault, FAULT_KINDS, faultSentence } from '../../../../src/platform/faults/rules/fault.ts';

const BEGAN = Date.parse('2026-11-28T10:02:00Z');
const fault: Fault = {
  kind: 'mail',
  process: 'water-1:3000',
  began: BEGAN,
  seen: BEGAN + 60_000,
  ended: null,
  times: 1,
  requests: null,
  mails: null,
  milliseconds: null,
  isRestart: null,
  freeBytes: null,
  mailsWaiting: null,
};
const at = (instant: number): string => new Date(instant).toISOString().slice(11, 16);

it.each<readonly [Partial<Fault>, string]>([
  [{ mails: 7, mailsWaiting: 3 }, 'The mail server has been away since 10:02, and was last tried 10:03. 3 mails wait.'],
  [
    { ended: BEGAN + 3_600_000, mails: 7, mailsWaiting: 1 },
    'The mail server was away from 10:02 to 11:02. 7 mails waited for it, and were sent late or given up. 1 mail still waits.',
  ],
  [
    { kind: 'clock', milliseconds: -90 * 60_000 },
    "The clock of water-1:3000 has been 1\u00a0h\u00a030\u00a0min behind the database's since 10:02. It tells of silence too late and may refuse readings as of the future. Readings keep their own times.",
  ],
  [
    { kind: 'jump', milliseconds: -45_000 },
    'The clock of water-1:3000 jumped back by 45 s at 10:02. Alerts of silence may have come too late since. Readings kept their own times.',
  ],
  [
    { kind: 'database', ended: BEGAN + 7_000, requests: 12, isRestart: true, times: 3 },
    'The database was restarted or replaced: water-1:3000 was without it from 10:02 for 7 s, and answered 12 requests 503. What was acknowledged is stored. It was so 3 times within minutes.',
  ],
  [
    { kind: 'replica' },
    'water-1:3000 has had no answers from the read replica since 10:02: the replica is away or behind, the log says why. The main database answers instead, and no figure is older.',
  ],
  [
    { kind: 'room', freeBytes: 1_234_000_000 },
    'The disk of the database has been nearly full since 10:02: 1\u202f234 MB are free. Make room before readings are refused.',
  ],
])('%o is told in a sentence', (part, sentence) => {
  expect(faultSentence({ ...fault, ...part }, 'en', at)).toBe(sentence);
});

it.each(LANGUAGES)(
  'every fault has a sentence in %s for while it lasts and for afterwards, with nothing left to fill',
  (language) => {
    const sentences = FAULT_KINDS.flatMap((kind) =>
      [null, BEGAN + 60_000].flatMap((ended) =>
        [-60_000, 60_000].map((milliseconds) => faultSentence({ ...fault, kind, ended, milliseconds }, language, at)),
      ),
    );
    expect(sentences.filter((sentence) => /[{}]|undefined|null/.test(sentence))).toEqual([]);
    expect(sentences.every((sentence) => sentence.includes('10:02'))).toBe(true);
  },
);
