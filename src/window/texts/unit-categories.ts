/** The page of the categories of an industry. */
export const UNIT_CATEGORIES = {
  title: { en: 'Categories', hi: 'श्रेणियाँ' },
  lead: {
    en: 'Categories say where a unit is shown and what is added up. A unit is moved from its own page.',
    hi: 'श्रेणियाँ बताती हैं कि इकाई कहाँ दिखती है और क्या जोड़ा जाता है। इकाई अपने पृष्ठ से दूसरी श्रेणी में जाती है।',
  },
  part: { en: 'Part', hi: 'भाग' },
  units: { en: 'Units', hi: 'इकाइयाँ' },
  change: { en: 'Change', hi: 'बदलें' },
  rename: { en: 'Rename', hi: 'नाम बदलें' },
  newName: { en: 'New name', hi: 'नया नाम' },
  removePart: { en: 'Remove this part', hi: 'यह भाग हटाएँ' },
  addPart: { en: 'Add a part', hi: 'भाग जोड़ें' },
  partName: { en: 'Name of the part', hi: 'भाग का नाम' },
  remove: { en: 'Remove this category', hi: 'यह श्रेणी हटाएँ' },
  removeMeans: {
    en: 'Its units and their figures stay.',
    hi: 'इसकी इकाइयाँ और उनके आँकड़े बने रहते हैं।',
  },
  add: { en: 'Add a category', hi: 'श्रेणी जोड़ें' },
  generation: { en: 'Section', hi: 'खंड' },
  generationMeans: {
    en: 'Pages show categoriesV2 first.',
    hi: 'पृष्ठ पहले categoriesV2 दिखाते हैं।',
  },
  key: { en: 'Key', hi: 'कुंजी' },
  keyMeans: {
    en: 'Such as ID_SOURCE for what comes in, ID_CONSUMPTION for what goes out. It never changes.',
    hi: 'जैसे ID_SOURCE: जो आता है, ID_CONSUMPTION: जो जाता है। यह कभी नहीं बदलती।',
  },
  firstPart: { en: 'Name of its first part', hi: 'पहले भाग का नाम' },
} as const;
