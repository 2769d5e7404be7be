import type { AlertType } from '../../alerts/rules/types.ts';

type Words<K extends string> = Readonly<Record<K, { readonly en: string; readonly hi: string }>>;

/** The advice for an open incident of each type. */
export const ALERT_ACTIONS = {
  unit_threshold: { en: 'Look for what takes more than usual today.', hi: 'देखें आज क्या सामान्य से अधिक ले रहा है।' },
  energy_daily_threshold: {
    en: 'Look for machines that run longer than planned.',
    hi: 'देखें कौन सी मशीनें योजना से अधिक चल रही हैं।',
  },
  hourly_threshold: { en: 'Look for an open valve or a burst.', hi: 'खुला वाल्व या टूटा पाइप खोजें।' },
  monthly_threshold: { en: 'Save water for the rest of the month.', hi: 'महीने के बाकी दिनों में पानी बचाएँ।' },
  energy_monthly_threshold: { en: 'Save energy for the rest of the month.', hi: 'महीने के बाकी दिनों में ऊर्जा बचाएँ।' },
  device_status: { en: 'Check power and connection of the device.', hi: 'उपकरण की बिजली और संपर्क जाँचें।' },
  level_exceed: { en: 'Check inlet, outlet and pump of the tank.', hi: 'टंकी का प्रवेश, निकास और पंप जाँचें।' },
  stable_flow_alert: { en: 'Look for a leak, or for a meter that is stuck.', hi: 'रिसाव या अटका हुआ मीटर खोजें।' },
  flow_rate_above_the_range: { en: 'Look for a burst or an open valve.', hi: 'टूटा पाइप या खुला वाल्व खोजें।' },
  flow_rate_below_the_range: { en: 'Check pump, valves and filters.', hi: 'पंप, वाल्व और फ़िल्टर जाँचें।' },
  flow_rate_back_in_range: {
    en: 'Nothing to do: the flow rate is back in its range.',
    hi: 'कुछ नहीं: समाप्त होने पर बताया जाता है।',
  },
  quality_threshold: { en: 'Take a sample, and check the treatment.', hi: 'नमूना लें और उपचार जाँचें।' },
  energy_threshold: { en: 'Look for a machine that takes too much.', hi: 'अधिक ऊर्जा लेने वाली मशीन खोजें।' },
  no_flow_n_days: {
    en: 'Check whether it should flow, then the meter.',
    hi: 'जाँचें कि प्रवाह होना चाहिए या नहीं, फिर मीटर।',
  },
  no_level_variation_n_days: { en: 'Check the level sensor.', hi: 'स्तर सेंसर जाँचें।' },
  water_balance_leakage: { en: 'Look for a leak, at night first.', hi: 'रिसाव खोजें, पहले रात में।' },
} as const satisfies Words<AlertType>;

/** Words for transitions and states of an incident, and for states of its messages. */
export const ALERT_STATES = {
  fired: { en: 'The alert fired', hi: 'चेतावनी उठी' },
  recovered: { en: 'Resolved automatically', hi: 'अपने आप समाप्त' },
  corrected: { en: 'The figures were corrected', hi: 'आँकड़े सुधारे गए' },
  withdrawn: { en: 'Withdrawn, because the data were corrected', hi: 'सुधरे डेटा से वापस' },
  resolved: { en: 'Resolved by hand', hi: 'हाथ से बंद' },
  acknowledged: { en: 'Acknowledged', hi: 'स्वीकार' },
  assigned: { en: 'Assigned', hi: 'सौंपा' },
  unassigned: { en: 'Taken away', hi: 'वापस लिया' },
  commented: { en: 'Commented', hi: 'टिप्पणी' },
  snoozed: { en: 'Snoozed', hi: 'कुछ समय रोका गया' },
  escalated: { en: 'Nobody answered: more people were called', hi: 'उत्तर नहीं मिला: और लोगों को बताया' },
  reminded: { en: 'Reminded', hi: 'याद दिलाया' },
  open: { en: 'Open', hi: 'खुली' },
  queued: { en: 'waiting', hi: 'प्रतीक्षा में' },
  sending: { en: 'is being sent', hi: 'भेजा जा रहा है' },
  sent: { en: 'sent', hi: 'भेजा गया' },
  failed: { en: 'failed', hi: 'विफल' },
  unconfirmed: { en: 'sent, not confirmed', hi: 'भेजा, पुष्टि नहीं' },
  suppressed: { en: 'held back', hi: 'रोका गया' },
} as const;

/** Settings of rules, as the schema of each type names them. */
export const ALERT_SETTINGS = {
  limit: { en: 'Limit, in the unit’s own measure', hi: 'सीमा, इकाई के अपने माप में' },
  silenceMinutes: {
    en: 'Minutes of silence (empty: an hour or three intervals)',
    hi: 'मौन के मिनट (खाली: एक घंटा या तीन अंतराल)',
  },
  low: { en: 'Lower bound', hi: 'निचली सीमा' },
  high: { en: 'Upper bound', hi: 'ऊपरी सीमा' },
  leaveLow: { en: 'Resolved when the value is back above', hi: 'इससे ऊपर आने पर समाप्त' },
  leaveHigh: { en: 'Resolved when the value is back below', hi: 'इससे नीचे आने पर समाप्त' },
  whileFlowing: { en: 'Only while something flows', hi: 'केवल प्रवाह के समय' },
  parameter: { en: 'Parameter', hi: 'प्राचल' },
  min: { en: 'Minimum', hi: 'न्यूनतम' },
  max: { en: 'Maximum', hi: 'अधिकतम' },
  leaveMin: { en: 'Resolved when the value is back above', hi: 'इससे ऊपर आने पर समाप्त' },
  leaveMax: { en: 'Resolved when the value is back below', hi: 'इससे नीचे आने पर समाप्त' },
  minutes: { en: 'Minutes for which the flow is steady', hi: 'कितने मिनट स्थिर रहे' },
  variationShare: { en: 'Variation that counts as steady (0.02 is 2 %)', hi: 'स्थिर माना जाने वाला अंतर (0.02 यानी 2 %)' },
  minimumRate: { en: 'Flow rate that is ignored', hi: 'अनदेखी की जाने वाली प्रवाह दर' },
  aboveNightFlow: { en: 'Only above the usual night flow', hi: 'केवल सामान्य रात्रि प्रवाह से ऊपर' },
  days: { en: 'Days in a row', hi: 'लगातार दिन' },
  upTo: { en: 'Quantity that counts as 0', hi: 'शून्य मानी जाने वाली मात्रा' },
  variation: { en: 'Change that counts as 0', hi: 'शून्य माना जाने वाला बदलाव' },
  toleranceShare: {
    en: 'Share of the inflow that is tolerated (0.1 is 10 %)',
    hi: 'अनदेखा किया जाने वाला प्रवाह-अंश (0.1 यानी 10 %)',
  },
  nights: { en: 'Nights in a row', hi: 'लगातार रातें' },
} as const;

/** Measures of alerts, by the word that the API has for each. */
export const ALERT_MEASURES = {
  'daily consumption': { en: 'daily consumption', hi: 'दिन की खपत' },
  'hourly consumption': { en: 'hourly consumption', hi: 'घंटे की खपत' },
  'monthly consumption': { en: 'monthly consumption', hi: 'महीने की खपत' },
  'daily energy': { en: 'daily energy', hi: 'दिन की ऊर्जा' },
  'hourly energy': { en: 'hourly energy', hi: 'घंटे की ऊर्जा' },
  'monthly energy': { en: 'monthly energy', hi: 'महीने की ऊर्जा' },
  silence: { en: 'silence', hi: 'मौन' },
  level: { en: 'level', hi: 'स्तर' },
  'unvarying flow': { en: 'unvarying flow', hi: 'एक-सा प्रवाह' },
  'flow rate': { en: 'flow rate', hi: 'प्रवाह दर' },
  quality: { en: 'quality', hi: 'गुणवत्ता' },
  'days without flow': { en: 'days without flow', hi: 'बिना प्रवाह के दिन' },
  'days without variation': { en: 'days without variation', hi: 'बिना बदलाव के दिन' },
  'variation of level': { en: 'variation of level', hi: 'स्तर में बदलाव' },
  'minimum night flow': { en: 'minimum night flow', hi: 'रात का न्यूनतम प्रवाह' },
  imbalance: { en: 'imbalance', hi: 'असंतुलन' },
} as const;
