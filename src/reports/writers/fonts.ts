import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const packages = createRequire(import.meta.url);
const fontFile = (name: string): string => packages.resolve(`@expo-google-fonts/noto-sans/${name}`);

/** Noto Sans files, each with Latin, Devanagari and the signs of units. */
export const FONT_FILES = {
  normal: fontFile('400Regular/NotoSans_400Regular.ttf'),
  bold: fontFile('600SemiBold/NotoSans_600SemiBold.ttf'),
  italics: fontFile('400Regular_Italic/NotoSans_400Regular_Italic.ttf'),
  bolditalics: fontFile('600SemiBold_Italic/NotoSans_600SemiBold_Italic.ttf'),
} as const;

/** Fonts within a page, for a machine that prints without installed ones. */
export const fontFaces = (): string =>
  [
    { file: FONT_FILES.normal, weight: 400, style: 'normal' },
    { file: FONT_FILES.bold, weight: 600, style: 'normal' },
    { file: FONT_FILES.italics, weight: 400, style: 'italic' },
  ]
    .map(
      ({ file, weight, style }) =>
        `@font-face{font-family:'Noto Sans';font-weight:${weight};font-style:${style};src:url(data:font/ttf;base64,${readFileSync(file).toString('base64')})}`,
    )
    .join('');
