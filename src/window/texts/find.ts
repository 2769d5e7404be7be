/** The search over everything that has a name. */
export const FIND = {
  title: { en: 'Find', hi: 'खोजें' },
  label: { en: 'Find by name', hi: 'नाम से खोजें' },
  hint: { en: 'Find (Ctrl K)', hi: 'खोजें (Ctrl K)' },
  none: { en: 'Nothing here is named like “{wanted}”.', hi: '“{wanted}” जैसे नाम का यहाँ कुछ नहीं है।' },
  results: { en: 'Results', hi: 'परिणाम' },
  count: { en: '{count} results', hi: '{count} परिणाम' },
  close: { en: 'Close', hi: 'बंद करें' },
  unit: { en: 'Unit', hi: 'इकाई' },
  category: { en: 'Category', hi: 'श्रेणी' },
  incident: { en: 'Incident', hi: 'घटना' },
  report: { en: 'Report', hi: 'रिपोर्ट' },
  person: { en: 'Person', hi: 'व्यक्ति' },
  page: { en: 'Page', hi: 'पृष्ठ' },
} as const;
