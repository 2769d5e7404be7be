/** What belongs together, as headings of the documentation. */
export const TAGS: Readonly<Record<string, string>> = {
  login: 'Access tokens are valid for 4 hours, refresh tokens for 14 days (without end for the mobile app).',
  user: "The user who asks: profile, password and sessions. Nobody else's.",
  batch: 'Processing of closed business days into daily, monthly and yearly documents.',
  'device data': 'Figures of units and categories. Divided by divisionFactor; null means not measured and is never 0.',
  'water balance':
    'What came in, what went out, what the tanks kept, how sure that is, and the graph that shows it. Every save of it is a version.',
  alerts: 'What is watched, what has happened, and who is told.',
  reports: 'Figures as people read them: pages, prints, workbooks and lists.',
  notifications: 'What alerts tell the people of an industry within the application, and who sees to it.',
  chat: 'Messages to chat spaces of operators.',
  industries: 'Tenants with their units and categories: what there is, and what operators change about it.',
  live: 'Streams of events for pages that are open.',
  'automated reports': 'Reports that go out by mail, who got them, and what has been restated since.',
  'device keys': 'What devices send readings with, and nothing else.',
  operations: 'What operators do, and the audit of it.',
  explain: 'How a figure came about, and what operators decided about registers.',
  quarantine: 'Rejected readings wait here until somebody releases or discards them.',
  readings: 'Readings of devices, in milli-units: litres, watt-hours.',
  latest: 'The newest reading of units.',
  'water ratio': 'Records that third parties submit, one per date and time.',
  documentation: 'These pages.',
};
