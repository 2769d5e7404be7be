import account from './account.json' with { type: 'json' };
import alertActions from './alertActions.json' with { type: 'json' };
import alertAdvice from './alertAdvice.json' with { type: 'json' };
import alertChannels from './alertChannels.json' with { type: 'json' };
import alertFacts from './alertFacts.json' with { type: 'json' };
import alertMail from './alertMail.json' with { type: 'json' };
import alertMeasures from './alertMeasures.json' with { type: 'json' };
import alertRules from './alertRules.json' with { type: 'json' };
import alertSettings from './alertSettings.json' with { type: 'json' };
import alertStates from './alertStates.json' with { type: 'json' };
import alertTypes from './alertTypes.json' with { type: 'json' };
import alerts from './alerts.json' with { type: 'json' };
import annotations from './annotations.json' with { type: 'json' };
import archive from './archive.json' with { type: 'json' };
import assignedMail from './assignedMail.json' with { type: 'json' };
import audit from './audit.json' with { type: 'json' };
import balance from './balance.json' with { type: 'json' };
import balancePicture from './balancePicture.json' with { type: 'json' };
import begin from './begin.json' with { type: 'json' };
import browserAlert from './browserAlert.json' with { type: 'json' };
import browsers from './browsers.json' with { type: 'json' };
import causes from './causes.json' with { type: 'json' };
import compare from './compare.json' with { type: 'json' };
import completeness from './completeness.json' with { type: 'json' };
import diagramPicture from './diagramPicture.json' with { type: 'json' };
import explain from './explain.json' with { type: 'json' };
import explainRules from './explainRules.json' with { type: 'json' };
import faults from './faults.json' with { type: 'json' };
import figureWords from './figureWords.json' with { type: 'json' };
import figures from './figures.json' with { type: 'json' };
import find from './find.json' with { type: 'json' };
import findingActs from './findingActs.json' with { type: 'json' };
import findingFacts from './findingFacts.json' with { type: 'json' };
import findingKinds from './findingKinds.json' with { type: 'json' };
import findingLimitScopes from './findingLimitScopes.json' with { type: 'json' };
import findingLimits from './findingLimits.json' with { type: 'json' };
import findingMeanings from './findingMeanings.json' with { type: 'json' };
import findingSentences from './findingSentences.json' with { type: 'json' };
import findingValues from './findingValues.json' with { type: 'json' };
import frame from './frame.json' with { type: 'json' };
import graphDifferences from './graphDifferences.json' with { type: 'json' };
import graphEditor from './graphEditor.json' with { type: 'json' };
import health from './health.json' with { type: 'json' };
import industry from './industry.json' with { type: 'json' };
import insights from './insights.json' with { type: 'json' };
import keys from './keys.json' with { type: 'json' };
import linkMail from './linkMail.json' with { type: 'json' };
import login from './login.json' with { type: 'json' };
import mailbox from './mailbox.json' with { type: 'json' };
import mails from './mails.json' with { type: 'json' };
import measureTerms from './measureTerms.json' with { type: 'json' };
import missingReasons from './missingReasons.json' with { type: 'json' };
import morningMail from './morningMail.json' with { type: 'json' };
import newIndustry from './newIndustry.json' with { type: 'json' };
import operations from './operations.json' with { type: 'json' };
import passwordPage from './passwordPage.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import permissionWords from './permissionWords.json' with { type: 'json' };
import quarantine from './quarantine.json' with { type: 'json' };
import reading from './reading.json' with { type: 'json' };
import reportGroups from './reportGroups.json' with { type: 'json' };
import reportLooks from './reportLooks.json' with { type: 'json' };
import reportMail from './reportMail.json' with { type: 'json' };
import reportServices from './reportServices.json' with { type: 'json' };
import reportTypes from './reportTypes.json' with { type: 'json' };
import reportWords from './reportWords.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import sendReadings from './sendReadings.json' with { type: 'json' };
import serviceWords from './serviceWords.json' with { type: 'json' };
import severities from './severities.json' with { type: 'json' };
import sources from './sources.json' with { type: 'json' };
import subscriptions from './subscriptions.json' with { type: 'json' };
import tankEnds from './tankEnds.json' with { type: 'json' };
import tanks from './tanks.json' with { type: 'json' };
import templateNames from './templateNames.json' with { type: 'json' };
import today from './today.json' with { type: 'json' };
import unit from './unit.json' with { type: 'json' };
import unitCategories from './unitCategories.json' with { type: 'json' };
import unitChanges from './unitChanges.json' with { type: 'json' };
import unitChoices from './unitChoices.json' with { type: 'json' };
import unitFieldHints from './unitFieldHints.json' with { type: 'json' };
import unitFieldNames from './unitFieldNames.json' with { type: 'json' };
import unitMeters from './unitMeters.json' with { type: 'json' };
import visibleLeakSentences from './visibleLeakSentences.json' with { type: 'json' };
import welcome from './welcome.json' with { type: 'json' };

export const HINDI = {
  account,
  alertActions,
  alertAdvice,
  alertChannels,
  alertFacts,
  alertMail,
  alertMeasures,
  alertRules,
  alertSettings,
  alertStates,
  alertTypes,
  alerts,
  annotations,
  archive,
  assignedMail,
  audit,
  balance,
  balancePicture,
  begin,
  browserAlert,
  browsers,
  causes,
  compare,
  completeness,
  diagramPicture,
  explain,
  explainRules,
  faults,
  figureWords,
  figures,
  find,
  findingActs,
  findingFacts,
  findingKinds,
  findingLimitScopes,
  findingLimits,
  findingMeanings,
  findingSentences,
  findingValues,
  frame,
  graphDifferences,
  graphEditor,
  health,
  industry,
  insights,
  keys,
  linkMail,
  login,
  mailbox,
  mails,
  measureTerms,
  missingReasons,
  morningMail,
  newIndustry,
  operations,
  passwordPage,
  people,
  permissionWords,
  quarantine,
  reading,
  reportGroups,
  reportLooks,
  reportMail,
  reportServices,
  reportTypes,
  reportWords,
  reports,
  sendReadings,
  serviceWords,
  severities,
  sources,
  subscriptions,
  tankEnds,
  tanks,
  templateNames,
  today,
  unit,
  unitCategories,
  unitChanges,
  unitChoices,
  unitFieldHints,
  unitFieldNames,
  unitMeters,
  visibleLeakSentences,
  welcome,
};
