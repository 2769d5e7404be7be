import balancePicture from './balancePicture.json' with { type: 'json' };
import measureTerms from './measureTerms.json' with { type: 'json' };
import missingReasons from './missingReasons.json' with { type: 'json' };
import reportGroups from './reportGroups.json' with { type: 'json' };
import reportLooks from './reportLooks.json' with { type: 'json' };
import reportWords from './reportWords.json' with { type: 'json' };

export const HINDI = { balancePicture, measureTerms, missingReasons, reportGroups, reportLooks, reportWords };
