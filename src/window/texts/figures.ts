/** Words beside figures on every page. */
export const FIGURES = {
  measured: { en: '{share} measured', hi: '{share} मापा गया' },
  estimated: { en: '{share} estimated', hi: '{share} अनुमानित' },
  notExpected: { en: 'nothing expected yet', hi: 'अभी कुछ अपेक्षित नहीं' },
  value: { en: 'Value', hi: 'मान' },
  measuredHead: { en: 'Measured', hi: 'मापा गया' },
  unit: { en: 'Unit', hi: 'इकाई' },
  atLeast: { en: 'at least', hi: 'कम से कम' },
  atMost: { en: 'at most', hi: 'अधिक से अधिक' },
  ofMeters: { en: '{measured} of {meters} meters', hi: '{meters} में से {measured} मीटर' },
  date: { en: 'Day', hi: 'दिन' },
  show: { en: 'Show', hi: 'दिखाएँ' },
  before: { en: 'Before', hi: 'पिछला' },
  after: { en: 'Next', hi: 'अगला' },
  /** Two figures or two times, of which the second is the larger or later one. */
  span: { en: '{from} to {to}', hi: '{from} से {to}' },
  /** Sentences about water that passed and is in no figure. */
  unheardSilent: {
    en: '{value} passed while nothing was sent, from {from} to {to}. No hour and no total has it.',
    hi: '{from} से {to} तक, जब कुछ नहीं भेजा गया, {value} गुज़रा। यह किसी घंटे और किसी योग में नहीं है।',
  },
  unheardBetween: {
    en: '{value} passed between two registers, from {from} to {to}. No hour and no total has it.',
    hi: '{from} से {to} तक दो रजिस्टर के बीच {value} गुज़रा। यह किसी घंटे और किसी योग में नहीं है।',
  },
  nothingSent: { en: 'nothing sent', hi: 'कुछ नहीं भेजा गया' },
  /** Name of a chart for those who come to it by keyboard. */
  chartKeys: {
    en: 'Chart: the arrow keys move a mark, Enter opens what is marked.',
    hi: 'चार्ट: तीर कुंजियाँ निशान खिसकाती हैं, Enter निशान वाला आँकड़ा खोलता है।',
  },
  signs: {
    en: '– on a hatch: not measured. †: partly estimated. …: still running.',
    hi: 'धारियों पर –: मापा नहीं गया। †: आंशिक अनुमान। …: अभी चल रहा है।',
  },
} as const;
