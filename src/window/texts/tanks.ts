export const TANKS = {
  standing: {
    en: '{level}, {percent} of the capacity of {capacity} ({time}).',
    hi: '{level}, {capacity} की क्षमता का {percent} ({time})।',
  },
  share: { en: '{percent} full.', hi: '{percent} भरी।' },
  falling: {
    en: 'The level falls by {rate} an hour (last {time}).',
    hi: 'स्तर हर घंटे {rate} गिर रहा है (पिछले {time})।',
  },
  rising: {
    en: 'The level rises by {rate} an hour (last {time}).',
    hi: 'स्तर हर घंटे {rate} बढ़ रहा है (पिछले {time})।',
  },
  steady: {
    en: 'The level hardly changes (last {time}).',
    hi: 'स्तर लगभग नहीं बदल रहा (पिछले {time})।',
  },
  capacity: { en: 'capacity', hi: 'क्षमता' },
  lowLine: { en: 'low', hi: 'कम' },
  fullLine: { en: 'full', hi: 'भरी' },
  lines: {
    en: 'Lines: capacity, and the limits of findings that are in force now.',
    hi: 'रेखाएँ: क्षमता, और निष्कर्षों की अभी लागू सीमाएँ।',
  },
} as const;
