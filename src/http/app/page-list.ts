import type { Page } from './page.ts';
import { todayPage } from './today.ts';

/** Every page that needs a login, in the order of the navigation. */
export const PAGES: readonly Page[] = [todayPage];
