import type { Translated } from '../../kernel/language.ts';
import type { FindingKind } from './kinds.ts';

/** Name of each kind, and its meaning. */
export const KIND_WORDS: Readonly<Record<FindingKind, { readonly title: Translated; readonly meaning: Translated }>> = {
  leak: {
    title: { en: 'Leak', hi: 'रिसाव' },
    meaning: {
      en: 'More than usual flows on, in quiet hours or in every hour',
      hi: 'शांत घंटों में या हर घंटे सामान्य से अधिक पानी बहता है',
    },
  },
  burst: {
    title: { en: 'Burst', hi: 'फटना' },
    meaning: {
      en: 'Far more passed for some hours than in any hour of the past weeks',
      hi: 'कुछ घंटों तक पिछले हफ़्तों के किसी भी घंटे से कहीं अधिक बहाव',
    },
  },
  'unusual-use': {
    title: { en: 'Unusual use', hi: 'असामान्य उपयोग' },
    meaning: {
      en: 'A day is far from the same weekday of the past weeks, and from every other day of them',
      hi: 'दिन पिछले हफ़्तों के उसी वार से, और हर दूसरे दिन से, बहुत अलग है',
    },
  },
  standstill: {
    title: { en: 'Standstill', hi: 'ठहराव' },
    meaning: {
      en: 'The meter reports and counts nothing on days on which it always has',
      hi: 'मीटर सूचना देता है पर उन दिनों कुछ नहीं गिनता जिन पर वह हमेशा गिनता था',
    },
  },
  stuck: {
    title: { en: 'Stuck level', hi: 'अटका स्तर' },
    meaning: {
      en: 'A level that usually moves is one and the same for days',
      hi: 'जो स्तर आम तौर पर बदलता है वह कई दिनों से एक ही है',
    },
  },
  creep: {
    title: { en: 'Creep', hi: 'रेंगता मीटर' },
    meaning: {
      en: 'The meter counts a little in every hour, although it used to stand still at times',
      hi: 'मीटर हर घंटे थोड़ा गिनता है, जबकि पहले कभी-कभी रुकता था',
    },
  },
  reversed: {
    title: { en: 'Reversed', hi: 'उलटा' },
    meaning: { en: 'The register runs backwards', hi: 'रजिस्टर उलटा चलता है' },
  },
  silence: {
    title: { en: 'Silence', hi: 'मौन' },
    meaning: {
      en: 'No reading came for 3 hours, or for three update intervals of a slow unit',
      hi: '3 घंटे से, या धीमी इकाई के तीन अंतरालों से, कोई रीडिंग नहीं आई',
    },
  },
  'tank-low': {
    title: { en: 'Tank low', hi: 'टंकी में कम पानी' },
    meaning: { en: 'A tank is nearly empty, which it seldom is', hi: 'टंकी लगभग खाली है, जो कम ही होता है' },
  },
  'tank-full': {
    title: { en: 'Tank full', hi: 'टंकी भरी' },
    meaning: { en: 'A tank is full, which it seldom is', hi: 'टंकी भरी है, जो कम ही होता है' },
  },
  overflow: {
    title: { en: 'Overflow', hi: 'छलकना' },
    meaning: {
      en: 'A tank is full to the brim for hours, which it seldom is',
      hi: 'टंकी घंटों लबालब रहती है, जो कम ही होता है',
    },
  },
  'quality-outside': {
    title: { en: 'Quality outside its bounds', hi: 'गुणवत्ता सीमा से बाहर' },
    meaning: {
      en: 'A parameter is outside the bounds that its unit declares',
      hi: 'कोई मापदंड इकाई की घोषित सीमाओं से बाहर है',
    },
  },
  'energy-drift': {
    title: { en: 'Energy drift', hi: 'ऊर्जा में बदलाव' },
    meaning: {
      en: 'The pump takes another amount of energy for a cubic metre than it used to',
      hi: 'पंप प्रति घन मीटर पहले से अलग ऊर्जा लेता है',
    },
  },
  'swapped-meters': {
    title: { en: 'Swapped meters', hi: 'आपस में बदले मीटर' },
    meaning: { en: 'Two meters each measure what the other did before', hi: 'दो मीटर वह मापते हैं जो पहले दूसरा मापता था' },
  },
  balance: {
    title: { en: 'Loss in the balance', hi: 'संतुलन में हानि' },
    meaning: {
      en: 'More water comes in than is accounted for, beyond what the meters may be wrong by',
      hi: 'मीटर की त्रुटि से अधिक पानी का हिसाब नहीं मिलता',
    },
  },
};

/**
 * Sentences with their figures as `{form:name}`: the name of a fact of the evidence, and the form in which people read
 * it. Forms: amount (thousandths of siUnit), figure, percent, share, count, duration (minutes), day, instant, text.
 */
export const FINDING_SENTENCES = {
  leak: {
    en: '{amount:quantityPerDay} a day more than usual flow on, {share:shareOfUse} of the usual use',
    hi: 'प्रतिदिन सामान्य से {amount:quantityPerDay} अधिक बहता है, सामान्य उपयोग का {share:shareOfUse}',
  },
  burst: {
    en: 'Up to {amount:highestHour} passed in an hour, over {count:hours} h; usually at most {amount:usualHighestHour} do',
    hi: '{count:hours} घंटे तक प्रति घंटा {amount:highestHour} तक बहा; सामान्यतः अधिकतम {amount:usualHighestHour}',
  },
  more: {
    en: 'Used {amount:used} in a day; {amount:usual} is usual for the weekday, at most {amount:upper}',
    hi: 'एक दिन में {amount:used} उपयोग; इस वार का सामान्य {amount:usual}, अधिकतम {amount:upper}',
  },
  less: {
    en: 'Used only {amount:used} in a day; {amount:usual} is usual for the weekday, at least {amount:lower}',
    hi: 'एक दिन में केवल {amount:used} उपयोग; इस वार का सामान्य {amount:usual}, न्यूनतम {amount:lower}',
  },
  standstill: {
    en: 'Counted nothing on {days:daysWithoutUse}; {amount:usualPerDay} a day is usual',
    hi: '{days:daysWithoutUse} कुछ नहीं गिना; प्रतिदिन {amount:usualPerDay} सामान्य है',
  },
  stuck: {
    en: 'The level has not moved for {days:daysConstant}, although it usually does',
    hi: 'स्तर {days:daysConstant} से नहीं बदला, जबकि आम तौर पर बदलता है',
  },
  creep: {
    en: 'Counted at least {amount:lowestPerHour} in every hour of {days:daysWithoutStandstill}, although it used to stand still',
    hi: '{days:daysWithoutStandstill} के हर घंटे कम से कम {amount:lowestPerHour} गिना, जबकि पहले रुकता था',
  },
  reversed: {
    en: 'Ran backwards by {amount:registerFell}, in {count:hoursFalling} h',
    hi: '{count:hoursFalling} घंटों में {amount:registerFell} उलटा चला',
  },
  silentNow: {
    en: 'Has sent nothing since {instant:silentSince}',
    hi: '{instant:silentSince} से कुछ नहीं भेजा',
  },
  silentOnce: {
    en: 'Sent nothing for {duration:silentMinutes} from {instant:silentSince}',
    hi: '{instant:silentSince} से {duration:silentMinutes} तक कुछ नहीं भेजा',
  },
  silentOften: {
    en: 'Sent nothing {count:silences} times, for {duration:silentMinutes} together, last from {instant:silentSince}',
    hi: '{count:silences} बार, कुल {duration:silentMinutes}, कुछ नहीं भेजा; अंतिम बार {instant:silentSince} से',
  },
  neverHeard: { en: 'Has never sent a reading', hi: 'अब तक कोई रीडिंग नहीं भेजी' },
  'tank-low': {
    en: 'Was down to {percent:worstPercent} of its content; at {percent:limitPercent} it is low',
    hi: '{percent:worstPercent} तक नीचे था; {percent:limitPercent} पर कम माना जाता है',
  },
  'tank-full': {
    en: 'Was {percent:worstPercent} full; from {percent:limitPercent} on it may run over',
    hi: '{percent:worstPercent} भरी थी; {percent:limitPercent} से छलक सकती है',
  },
  overflow: {
    en: 'Was full to the brim for {count:hours} h, so it may have run over',
    hi: '{count:hours} घंटे लबालब थी, इसलिए छलकी हो सकती है',
  },
  above: {
    en: '{text:parameter} was {figure:value} {text:parameterUnit}, above {figure:max}',
    hi: '{text:parameter} {figure:value} {text:parameterUnit} था, {figure:max} से ऊपर',
  },
  below: {
    en: '{text:parameter} was {figure:value} {text:parameterUnit}, below {figure:min}',
    hi: '{text:parameter} {figure:value} {text:parameterUnit} था, {figure:min} से नीचे',
  },
  'energy-drift': {
    en: 'Takes {figure:energyPerWater} of energy for each unit of water; {figure:usual} is usual, {figure:lower} to {figure:upper}',
    hi: 'प्रति इकाई जल {figure:energyPerWater} ऊर्जा लेता है; सामान्य {figure:usual}, {figure:lower} से {figure:upper}',
  },
  'swapped-meters': {
    en: '{text:one} and {text:other} seem to be swapped since {day:swappedSince}: each measures what the other did before',
    hi: '{day:swappedSince} से {text:one} और {text:other} आपस में बदले लगते हैं: हर एक वह मापता है जो पहले दूसरा मापता था',
  },
  balance: {
    en: '{amount:imbalancePerDay} a day are not accounted for; {amount:limitPerDay} are tolerated',
    hi: 'प्रतिदिन {amount:imbalancePerDay} का हिसाब नहीं; {amount:limitPerDay} स्वीकार्य',
  },
} as const satisfies Readonly<Record<string, Translated>>;

/** The smallest leak that a meter shows: `byPulses` where its steps hide smaller ones, `byUse` where its use does. */
export const VISIBLE_LEAK_SENTENCES = {
  byPulses: {
    en: 'A leak below {amount:perDay} a day cannot be seen by this meter, which counts in steps of {amount:pulse}',
    hi: 'प्रतिदिन {amount:perDay} से छोटा रिसाव इस मीटर से नहीं दिख सकता, जो {amount:pulse} के चरणों में गिनता है',
  },
  byUse: {
    en: 'A leak below {amount:perDay} a day is not told within three days, because the use of this meter varies',
    hi: 'प्रतिदिन {amount:perDay} से छोटा रिसाव तीन दिनों में नहीं बताया जाता, क्योंकि इस मीटर का उपयोग बदलता रहता है',
  },
  unknown: {
    en: 'No leak is told of this meter within three days: too little is known of its use, or its use hides every leak',
    hi: 'इस मीटर का कोई रिसाव तीन दिनों में नहीं बताया जाता: उपयोग के बारे में कम ज्ञात है, या वह हर रिसाव को छिपाता है',
  },
} as const satisfies Readonly<Record<string, Translated>>;
