import type { ReportType } from '../../reports/rules/terms.ts';

type Words<K extends string> = Readonly<Record<K, { readonly en: string; readonly hi: string }>>;

export const REPORT_TYPE_NAMES = {
  daily: { en: 'A day, by the hour', hi: 'एक दिन, घंटेवार' },
  monthly: { en: 'A month, by the day', hi: 'एक महीना, दिनवार' },
  hourly: { en: 'Some days, by the hour', hi: 'कुछ दिन, घंटेवार' },
  granular: { en: 'Some days, by the minutes', hi: 'कुछ दिन, मिनटवार' },
  weekly: { en: 'The seven days up to a day', hi: 'किसी दिन तक के सात दिन' },
  daily_range: { en: 'Some days, day by day', hi: 'कुछ दिन, दिन-प्रतिदिन' },
  monthly_range: { en: 'Some months, month by month', hi: 'कुछ महीने, माह-प्रतिमाह' },
  custom: { en: 'Days of your own choice', hi: 'आपके चुने दिन' },
  summary: { en: 'The month up to a day', hi: 'किसी दिन तक का महीना' },
  ai_summary: { en: 'A day in words', hi: 'शब्दों में एक दिन' },
} as const satisfies Words<ReportType>;
