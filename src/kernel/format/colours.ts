/** A colour on light paper and on dark. */
interface Colour {
  readonly light: string;
  readonly dark: string;
}

/**
 * Every colour that a page, a report, a mail or a diagram has; text has a contrast of at least 4.5 : 1 on paper and
 * panel.
 */
export const COLOURS = {
  paper: { light: '#ffffff', dark: '#0f171e' },
  panel: { light: '#f4f7fa', dark: '#17222c' },
  line: { light: '#d5dde4', dark: '#2b3945' },
  ink: { light: '#1b2733', dark: '#e6edf3' },
  muted: { light: '#566573', dark: '#9fb0c0' },
  water: { light: '#0b6a9c', dark: '#5bb5e6' },
  energy: { light: '#a35f00', dark: '#f0a94a' },
  stock: { light: '#237256', dark: '#5cc79f' },
  quality: { light: '#74489d', dark: '#b794e0' },
  ground: { light: '#77573a', dark: '#c9a27a' },
  critical: { light: '#b3261e', dark: '#ff7b72' },
  high: { light: '#b4500f', dark: '#ffa657' },
  medium: { light: '#7d6200', dark: '#e3c04b' },
} as const satisfies Readonly<Record<string, Colour>>;

/** The colours as variables of a style sheet. */
export const colourVariables = (shade: keyof Colour): string =>
  Object.entries(COLOURS)
    .map(([name, colour]) => `--${name}: ${colour[shade]};`)
    .join(' ');
