import type { Translated } from '../../kernel/language.ts';
import type { ReportService } from './terms.ts';

/** The name of each report, and the question that it answers. */
export const REPORT_SERVICE_NAMES = {
  water: { en: 'Water: what each meter and category took', hi: 'जल: हर मीटर और श्रेणी की खपत' },
  energy: { en: 'Energy: what each meter used, and when', hi: 'ऊर्जा: हर मीटर की खपत और समय' },
  level: { en: 'Tanks: levels, stock and how it changed', hi: 'टंकियाँ: स्तर, भंडार और बदलाव' },
  quality: { en: 'Quality: parameters and their bounds', hi: 'गुणवत्ता: प्राचल और सीमाएँ' },
  borewell: { en: 'Bores: what was drawn, and ground water', hi: 'बोरवेल: निकाला गया पानी और भूजल' },
  rain_water: { en: 'Rain water: what was harvested', hi: 'वर्षा जल: कितना संचित हुआ' },
  summary: { en: 'The day at a glance', hi: 'एक नज़र में दिन' },
  smart_city: { en: 'Supply by zone', hi: 'क्षेत्रवार आपूर्ति' },
  water_balance: { en: 'Water balance: where the water went', hi: 'जल संतुलन: पानी कहाँ गया' },
  alert: { en: 'Alerts: what happened, and for how long', hi: 'चेतावनियाँ: क्या हुआ और कितनी देर' },
  consolidated: { en: 'The month in one report', hi: 'एक रिपोर्ट में पूरा महीना' },
  custom_water: { en: 'Water, in a layout of your own', hi: 'जल, आपके अपने रूप में' },
  custom_energy: { en: 'Energy, in a layout of your own', hi: 'ऊर्जा, आपके अपने रूप में' },
  custom_level: { en: 'Tanks, in a layout of your own', hi: 'टंकियाँ, आपके अपने रूप में' },
  custom_quality: { en: 'Quality, in a layout of your own', hi: 'गुणवत्ता, आपके अपने रूप में' },
  custom_withdrawal: { en: 'Withdrawal, in a layout of your own', hi: 'निकासी, आपके अपने रूप में' },
  ground_water_withdrawal: { en: 'Ground water: what was withdrawn', hi: 'भूजल: कितना निकाला गया' },
  executive: { en: 'For management: figures, change and outlook', hi: 'प्रबंधन के लिए: आँकड़े, बदलाव और आगे' },
  ai_summary: { en: 'The day in a few sentences', hi: 'कुछ वाक्यों में दिन' },
} as const satisfies Readonly<Record<ReportService, Translated>>;
