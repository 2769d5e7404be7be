import { annotationPage } from './annotations/annotation.ts';
import { incidentPage } from './alerts/incident.ts';
import { alertsPage } from './alerts/list.ts';
import { notificationsPage } from './alerts/notifications.ts';
import { rulePage } from './alerts/rule.ts';
import { rulesPage } from './alerts/rules.ts';
import { addIndustryPage } from './operations/add-industry.ts';
import { accountPage } from './account.ts';
import { peoplePage } from './people/list.ts';
import { personPage } from './people/person.ts';
import { readingPage } from './readings/correct.ts';
import { archivePage } from './operations/archive.ts';
import { auditPage } from './operations/audit.ts';
import { healthPage } from './operations/health.ts';
import { operationsPage } from './operations/industries.ts';
import { insightsPage } from './operations/insights.ts';
import { keysPage } from './operations/keys.ts';
import { quarantinePage } from './operations/quarantine.ts';
import { sendReadingsPage } from './operations/send-readings.ts';
import { newIndustryPage } from './new-industry/page.ts';
import { findPageOver } from './find/find.ts';
import type { Page } from './page.ts';
import { reportsPage } from './reports/page.ts';
import { findingPage } from './finding/finding.ts';
import { sourcesPage } from './sources/page.ts';
import { subscriptionsPage } from './reports/subscriptions.ts';
import { previewPage, reportFilePage } from './reports/report-file.ts';
import { comparePage } from './compare/compare.ts';
import { balancePage } from './balance.ts';
import { balanceEditPage } from './balance/edit.ts';
import { completenessDayPage } from './completeness/day.ts';
import { completenessPage } from './completeness.ts';
import { explainPage } from './explain/explain.ts';
import { mailsPage } from './mails.ts';
import { todayPage } from './today/today.ts';
import { unitPage } from './unit/unit.ts';
import { addUnitPage } from './units/add.ts';
import { unitCategoriesPage } from './units/categories.ts';
import { changeUnitPage } from './units/change.ts';
import { metersPage } from './units/meters.ts';
import { placesPage } from './units/places.ts';
import { unitsPage } from './units/units.ts';

/** Pages with names, in the order of the navigation. */
const FOUND: readonly Page[] = [
  todayPage,
  unitsPage,
  addUnitPage,
  unitCategoriesPage,
  unitPage,
  changeUnitPage,
  placesPage,
  metersPage,
  annotationPage,
  comparePage,
  explainPage,
  readingPage,
  completenessPage,
  completenessDayPage,
  balancePage,
  balanceEditPage,
  findingPage,
  alertsPage,
  incidentPage,
  rulesPage,
  rulePage,
  notificationsPage,
  reportsPage,
  subscriptionsPage,
  previewPage,
  reportFilePage,
  mailsPage,
  accountPage,
  operationsPage,
  newIndustryPage,
  addIndustryPage,
  healthPage,
  quarantinePage,
  sendReadingsPage,
  peoplePage,
  personPage,
  insightsPage,
  keysPage,
  sourcesPage,
  auditPage,
  archivePage,
];

/** Every page that needs a login. */
export const PAGES: readonly Page[] = [...FOUND, findPageOver(FOUND)];
