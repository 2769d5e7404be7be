export const SEND_READINGS = {
  title: { en: 'Send readings', hi: 'रीडिंग भेजें' },
  lead: {
    en: 'A file of readings counts as if the meters had sent it. Sending the same file again changes nothing.',
    hi: 'फ़ाइल की रीडिंग वैसे ही गिनी जाती है जैसे मीटर ने भेजी हो। वही फ़ाइल दोबारा भेजने से कुछ नहीं बदलता।',
  },
  mayNot: {
    en: 'Sending readings needs the permission readings:write, which an administrator gives.',
    hi: 'रीडिंग भेजने के लिए readings:write अनुमति चाहिए, जो प्रशासक देता है।',
  },
  file: { en: 'File', hi: 'फ़ाइल' },
  fileMeans: {
    en: 'CSV with commas, up to 4 MB; a larger one may be compressed with gzip.',
    hi: 'अल्पविराम वाली CSV, 4 MB तक; बड़ी फ़ाइल gzip से छोटी की जा सकती है।',
  },
  send: { en: 'Send', hi: 'भेजें' },
  noFile: { en: 'Choose a file that is not empty.', hi: 'ऐसी फ़ाइल चुनें जो खाली न हो।' },
  columns: { en: 'Columns', hi: 'स्तंभ' },
  columnsMean: {
    en: 'The first line names the columns. Values are thousandths of the unit: litres for KL. A register belongs into summedValue.',
    hi: 'पहली पंक्ति में स्तंभों के नाम। मान इकाई के हज़ारवें भाग में: KL के लिए लीटर। रजिस्टर summedValue में।',
  },
  verdict: {
    en: '{received, plural, one {{received} reading} other {{received} readings}} read: {inserted} new, {updated} corrected, {unchanged} known already, {rejected} refused.',
    hi: '{received} रीडिंग पढ़ी गईं: {inserted} नई, {updated} सुधारी गई, {unchanged} पहले से ज्ञात, {rejected} अस्वीकृत।',
  },
  refused: {
    en: '{count, plural, one {{count} row was} other {{count} rows were}} refused',
    hi: '{count} पंक्तियाँ अस्वीकृत',
  },
  refusedMeans: {
    en: 'Refused readings are kept with the reason until somebody decides.',
    hi: 'अस्वीकृत रीडिंग कारण सहित रखी जाती हैं, जब तक कोई निर्णय न ले।',
  },
  toQuarantine: { en: 'To the quarantine', hi: 'रोकी गई रीडिंग देखें' },
  row: { en: 'Row', hi: 'पंक्ति' },
  unit: { en: 'Unit', hi: 'इकाई' },
  reason: { en: 'Reason', hi: 'कारण' },
  moreRefused: { en: '{count} more stand in the quarantine.', hi: '{count} और रोकी गई रीडिंग में हैं।' },
} as const;
