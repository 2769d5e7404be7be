export const TODAY = {
  title: { en: 'Today', hi: 'आज' },
} as const;
