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
  /** One or two ends, the nearest first. */
  ends: { en: 'At this rate {ends}.', hi: 'इस दर से {ends}।' },
  low: { en: 'low ({percent}) {when}', hi: '{when} कम ({percent})' },
  empty: { en: 'empty {when}', hi: '{when} खाली' },
  full: { en: 'full ({percent}) {when}', hi: '{when} भरी ({percent})' },
  between: { en: 'in {time}', hi: '{time} में' },
  about: { en: 'in about {time}', hi: 'लगभग {time} में' },
  within: { en: 'within {time}', hi: '{time} के भीतर' },
  earliest: { en: 'in {time} at the earliest', hi: 'जल्द से जल्द {time} में' },
  minutes: { en: '{span} minutes', hi: '{span} मिनट' },
  hours: { en: '{span} hours', hi: '{span} घंटे' },
  days: { en: '{span} days', hi: '{span} दिन' },
  capacity: { en: 'capacity', hi: 'क्षमता' },
  lowLine: { en: 'low', hi: 'कम' },
  fullLine: { en: 'full', hi: 'भरी' },
  lines: {
    en: 'Lines: capacity, and the limits of findings that are in force now.',
    hi: 'रेखाएँ: क्षमता, और निष्कर्षों की अभी लागू सीमाएँ।',
  },
} as const;
