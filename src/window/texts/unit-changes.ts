import type { Translated } from '../../kernel/language.ts';

/** Pages that add and change units. */
export const UNIT_CHANGES = {
  add: { en: 'Add a unit', hi: 'इकाई जोड़ें' },
  change: { en: 'Change', hi: 'बदलें' },
  title: { en: 'Change {unit}', hi: '{unit} बदलें' },
  back: { en: 'Back to the unit', hi: 'इकाई पर लौटें' },
  mayNot: {
    en: 'Changing units needs the permission industries:write, which an administrator gives.',
    hi: 'इकाइयाँ बदलने के लिए industries:write अनुमति चाहिए, जो प्रशासक देता है।',
  },
  atOnce: { en: 'Name and description', hi: 'नाम और विवरण' },
  atOnceMeans: { en: 'Count at once.', hi: 'तुरंत लागू।' },
  dated: { en: 'What decides figures', hi: 'जिनसे आँकड़े बनते हैं' },
  datedMeans: {
    en: 'What you change here counts from the day below on. Earlier days keep what they had.',
    hi: 'यहाँ का बदलाव नीचे दिए दिन से लागू होता है। पहले के दिन जैसे थे वैसे रहते हैं।',
  },
  from: { en: 'From when', hi: 'कब से' },
  fromMeans: {
    en: 'First business day. Days that have ended since are counted again.',
    hi: 'पहला कार्य-दिवस। तब से समाप्त हुए दिन फिर गिने जाते हैं।',
  },
  fromBeginning: { en: 'From the beginning instead', hi: 'इसके बजाय आरंभ से' },
  beginning: { en: 'the beginning', hi: 'आरंभ' },
  reason: { en: 'Why', hi: 'क्यों' },
  reasonMeans: { en: 'Kept with the change.', hi: 'बदलाव के साथ रखा जाता है।' },
  preview: { en: 'What would change?', hi: 'क्या बदलेगा?' },
  save: { en: 'Save', hi: 'सहेजें' },
  saved: {
    en: 'Saved. Days that change are counted again within a minute.',
    hi: 'सहेजा गया। बदलने वाले दिन एक मिनट में फिर गिने जाते हैं।',
  },
  added: {
    en: 'The unit was added. Its device needs a key to send readings.',
    hi: 'इकाई जुड़ गई। रीडिंग भेजने के लिए उसके उपकरण को कुंजी चाहिए।',
  },
  mistakes: {
    en: 'Nothing was saved. What is wrong stands at its field.',
    hi: 'कुछ नहीं सहेजा गया। गलती अपने खाने के पास लिखी है।',
  },
  yes: { en: 'yes', hi: 'हाँ' },
  no: { en: 'no', hi: 'नहीं' },
  nothing: { en: 'Nothing would change.', hi: 'कुछ नहीं बदलेगा।' },
  wouldChange: { en: 'This would change:', hi: 'यह बदलेगा:' },
  field: { en: 'Field', hi: 'खाना' },
  now: { en: 'Now', hi: 'अभी' },
  then: { en: 'Then', hi: 'तब' },
  countsFrom: { en: 'Counts from {date} on.', hi: '{date} से लागू।' },
  since: { en: 'From {date} on:', hi: '{date} से:' },
  countsAtOnce: { en: 'No figure is counted again.', hi: 'कोई आँकड़ा फिर नहीं गिना जाएगा।' },
  countedAgain: {
    en: 'Counted again, with their months and years:',
    hi: 'फिर गिने जाएँगे, अपने महीनों और वर्षों के साथ:',
  },
  daysFrom: { en: '{unit}: all days from {date} on', hi: '{unit}: {date} से सभी दिन' },
  history: { en: 'What counted when', hi: 'कब क्या लागू था' },
  none: { en: 'none', hi: 'कोई नहीं' },
  choose: { en: 'not declared', hi: 'घोषित नहीं' },
  kind: { en: 'What it measures', hi: 'क्या मापती है' },
  places: { en: 'Categories', hi: 'श्रेणियाँ' },
  placesTitle: { en: 'Categories of {unit}', hi: '{unit} की श्रेणियाँ' },
  placesMean: {
    en: 'Where the unit is shown and added up. This counts for all of history where it is added up for an answer.',
    hi: 'इकाई कहाँ दिखती और जोड़ी जाती है। यह पूरे इतिहास पर लागू होता है, जहाँ उत्तर के लिए जोड़ा जाता है।',
  },
  noCategories: { en: 'This industry has no categories yet.', hi: 'इस उद्योग में अभी श्रेणियाँ नहीं हैं।' },
  notPlaced: {
    en: 'The unit was added, but it stands in no category yet.',
    hi: 'इकाई जुड़ गई, पर अभी किसी श्रेणी में नहीं है।',
  },
  stored: { en: 'Saved.', hi: 'सहेजा गया।' },
  newKey: { en: 'A key for its device', hi: 'उपकरण के लिए कुंजी' },
  perReading: { en: '{unit} a reading', hi: '{unit} प्रति रीडिंग' },
} as const;

/** Fields of a unit by their path in the API. */
export const UNIT_FIELD_NAMES = {
  unitId: { en: 'Id', hi: 'आईडी' },
  displayName: { en: 'Name', hi: 'नाम' },
  standardCategoryId: { en: 'What it measures', hi: 'क्या मापती है' },
  siUnit: { en: 'Measured in', hi: 'माप' },
  dataUpdateFrequency: { en: 'Seconds between two readings', hi: 'दो रीडिंग के बीच सेकंड' },
  flowFactor: { en: 'Meter multiplier', hi: 'मीटर गुणक' },
  minNonZeroThreshold: { en: 'Counts as flow above', hi: 'इससे ऊपर प्रवाह' },
  maxCapacity: { en: 'Capacity', hi: 'क्षमता' },
  'meta.calculations': { en: 'Formula', hi: 'सूत्र' },
  'meta.pRef': { en: 'Reference power, kW', hi: 'संदर्भ शक्ति, kW' },
  'meta.accuracyPercent': { en: 'Accuracy, percent', hi: 'यथार्थता, प्रतिशत' },
  'meta.waterSource': { en: 'Kind of water', hi: 'पानी का प्रकार' },
  'meta.pumpsUnitId': { en: 'Pumps the water of', hi: 'किसका पानी पंप करती है' },
  'meta.registerChecks.dropout': { en: 'Registers that drop out', hi: 'गिरे हुए रजिस्टर' },
  'meta.registerChecks.glitch': { en: 'Registers with a glitch', hi: 'त्रुटि वाले रजिस्टर' },
  'meta.registerChecks.spike': { en: 'Registers that jump', hi: 'उछलते रजिस्टर' },
  'meta.registerChecks.rolloverDigits': { en: 'Digits of the counter', hi: 'काउंटर के अंक' },
  retired: { en: 'Out of use', hi: 'उपयोग बंद' },
  params: { en: 'Parameters', hi: 'मापदंड' },
} as const satisfies Readonly<Record<string, Translated>>;

export const UNIT_FIELD_HINTS = {
  unitId: {
    en: 'As devices send it: letters, digits, _ . and -. It never changes.',
    hi: 'जैसा उपकरण भेजते हैं: A-Z, 0-9, _ . और -। यह कभी नहीं बदलता।',
  },
  flowFactor: {
    en: 'Readings are multiplied by it. Negative: the meter is mounted the wrong way round.',
    hi: 'रीडिंग इससे गुणा होती है। ऋणात्मक: मीटर उलटा लगा है।',
  },
  'meta.calculations': {
    en: 'Ids of units in braces, such as {INLET} - {KITCHEN}',
    hi: 'इकाइयों की आईडी कोष्ठक में, जैसे {INLET} - {KITCHEN}',
  },
  'meta.registerChecks.rolloverDigits': {
    en: 'Before it starts again at 0. Empty: not known.',
    hi: 'फिर 0 से शुरू होने से पहले। खाली: ज्ञात नहीं।',
  },
  params: {
    en: 'One a line: id = name, unit',
    hi: 'हर पंक्ति में एक: आईडी = नाम, माप',
  },
} as const satisfies Readonly<Record<string, Translated>>;

/** Values that are chosen from a list. */
export const UNIT_CHOICES = {
  FLOW: { en: 'Flow of water', hi: 'जल प्रवाह' },
  CONSUMPTION: { en: 'Consumption', hi: 'खपत' },
  ENERGY: { en: 'Energy', hi: 'ऊर्जा' },
  STOCK: { en: 'Level of a tank', hi: 'टंकी का स्तर' },
  GROUND_WATER_LEVEL: { en: 'Ground water level', hi: 'भूजल स्तर' },
  QUALITY: { en: 'Water quality', hi: 'जल गुणवत्ता' },
  VIRTUAL: { en: 'Computed from others', hi: 'अन्य से परिकलित' },
  fresh: { en: 'fresh', hi: 'ताज़ा' },
  recycled: { en: 'recycled', hi: 'पुनर्चक्रित' },
  rain: { en: 'rain', hi: 'वर्षा' },
  exclude: { en: 'left out', hi: 'छोड़े जाते हैं' },
  keep: { en: 'count', hi: 'गिने जाते हैं' },
} as const satisfies Readonly<Record<string, Translated>>;
