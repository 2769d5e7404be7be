import { COLOURS } from '../../kernel/format/colours.ts';

const variables = (shade: 'light' | 'dark'): string =>
  Object.entries(COLOURS)
    .map(([name, colour]) => `--${name}: ${colour[shade]};`)
    .join(' ');

/** Of the documentation login. Space in steps of 4 px. */
export const PAGE_STYLE = `:root { color-scheme: light; ${variables('light')} }
@media (prefers-color-scheme: dark) { :root:has(body.page) { color-scheme: dark; ${variables('dark')} } }
body { margin: 0; }
noscript { display: block; padding: 16px; }
body.page { min-height: 100vh; font: 16px/1.4 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; color: var(--ink); background: var(--panel); }
.page main { max-width: 640px; margin: 0 auto; padding: 64px 24px; box-sizing: border-box; }
.page h1 { margin: 0 0 8px; font-size: 37px; line-height: 1.2; letter-spacing: -0.01em; }
.page p { margin: 0 0 16px; }
.page a { color: var(--water); text-underline-offset: 3px; }
.page :focus-visible { outline: 2px solid var(--water); outline-offset: 2px; }
.page .muted { color: var(--muted); }
.login main { max-width: 416px; padding: 12vh 16px 32px; }
.login form, .login .alert { padding: 24px; border: 1px solid var(--line); background: var(--paper); }
.login h1 { font-size: 27px; }
.login .alert { margin: 0 0 16px; padding: 12px 16px; border-left: 4px solid var(--critical); color: var(--critical); }
.login label { display: block; margin: 0 0 4px; font-weight: 600; }
.login input { width: 100%; margin: 0 0 16px; padding: 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--muted); border-radius: 4px; box-sizing: border-box; }
.login button { width: 100%; margin: 8px 0 0; padding: 12px; font: inherit; font-weight: 600; color: var(--paper); background: var(--water); border: 0; border-radius: 4px; cursor: pointer; }
`;
