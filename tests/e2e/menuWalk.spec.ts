import type { Locator, Page } from '@playwright/test';
import { accessTable, profileSlugs } from '../api/accessTable';
import { findings } from './support/findings';
import { menuTable, ownNames, tabTable } from '../support/menuTable';
import { expect, test } from './support/test';
import { registry } from '@/resources';
import { isLong } from '../support/effort';
import { patience } from '../support/limits';

const languages = ['es', 'en'] as const;
type Language = (typeof languages)[number];
type ProfileSlug = (typeof profileSlugs)[number];
const names = { es: { menu: 'Menú principal', tabs: 'Evento' }, en: { menu: 'Main menu', tabs: 'Event' } } as const;
/** Asked at every frame, a screen would be busy with the question. */
const lookMs = 40;
const columnOf = (table: Readonly<Record<string, string>>, position: number): readonly string[] =>
  Object.keys(table)
    .filter((name) => table[name]![position] === 'y')
    .sort();

/**
 * Which places each profile finds is asked of the server by `menus.test.ts`; the gate walks as who sees the most, the fewest, and as two who
 * work in between.
 */
const walkers: readonly ProfileSlug[] = isLong ? profileSlugs : ['super-admin', 'organizer', 'timing', 'sponsor-viewer'];

/** What a screen says of itself once it has come to rest; checked here, in one look. */
interface Look {
  readonly heading: string;
  /** Addresses of this product that are on the screen. */
  readonly links: readonly string[];
  /** Words that are the key of words. */
  readonly keys: readonly string[];
  readonly alerts: readonly string[];
}
/** Waits until the place is the one that the menu marks and its own part of the screen has come: a list with rows or the reason why there are none, anything else without a sign of waiting. */
const lookAt = async (page: Page, path: string): Promise<Look> => {
  await page.waitForFunction(
    (wanted) => {
      const marked = [...document.querySelectorAll('nav a[aria-current="page"]')].some((link) => link.getAttribute('href') === wanted);
      const tabs = document.querySelector('.asd-workspace > .asd-workspace-nav');
      const parts = tabs
        ? [...tabs.parentElement!.children].slice([...tabs.parentElement!.children].indexOf(tabs) + 1)
        : [...document.querySelectorAll('main > *')];
      const find = (selector: string) => parts.some((part) => part.matches(selector) || part.querySelector(selector) !== null);
      const come = find('.list') ? find('.list [data-row-link], .list .list-notice') : find('section, article, form');
      return (
        marked && come && document.querySelector('main h1') !== null && document.querySelector('[aria-busy="true"], .asd-skeleton') === null
      );
    },
    path,
    { polling: lookMs },
  );
  return page.evaluate(() => {
    const rawKey = /^(?:[a-z][a-z_]*[.:])(?:[a-z][\w-]*\.)*[a-z][\w-]*$/i;
    const places = /^[\w.-]+\.(?:test|com|mx|org|net|csv|xlsx|pdf|png|jpg|webp|zip|html)$/i;
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, td, code')) texts.push(walker.currentNode.textContent!.trim());
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name)?.trim() ?? '');
    return {
      heading: document.querySelector('main h1')!.textContent!,
      links: [...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href')!),
      keys: texts.filter((text) => rawKey.test(text) && !places.test(text)),
      alerts: [...document.querySelectorAll('main [role="alert"]')].map((alert) => alert.textContent!),
    };
  });
};

/** The entity that an address shows, be it inside of an event or outside. */
const entityOf = (href: string): string | undefined => {
  const [first, , inner] = new URL(href, 'http://here').pathname.slice(1).split('/');
  const place = first === 'events' && inner !== undefined && inner !== 'edit' && inner !== 'settings' ? inner : first;
  return place === undefined ? undefined : (ownNames[place] ?? place);
};
const hrefs = (page: Page, name: string): Promise<readonly string[]> =>
  page
    .getByRole('navigation', { name, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));

/** The entities that a screen of an entity links to. */
const linkedFrom = (entity: string): readonly string[] =>
  Object.values(registry.get(entity).all)
    .map(({ target, targets }) => target ?? targets)
    .filter((name) => name !== undefined && name in accessTable) as readonly string[];
/** Whether two profiles, by their positions, see the screen of an entity alike: what they may do there, and which of its links lead somewhere. */
const seeAlike = (entity: string, one: number, other: number): boolean =>
  Object.values(accessTable[entity]!).every((letters) => letters[one] === letters[other]) &&
  linkedFrom(entity).every((name) => (accessTable[name]!.read[one] === '-') === (accessTable[name]!.read[other] === '-'));

type Part = 'menu' | 'event';
interface Walk {
  readonly profile: ProfileSlug;
  readonly language: Language;
  readonly part: Part;
  readonly withAxe?: boolean;
  /** Every place, also those that somebody before saw alike. */
  readonly isWhole?: boolean;
}
/** What is drawn around every screen alike was checked with the first one; the rows of a list are drawn alike, so the first ones speak for all. */
const judgedBefore = ['tbody tr:nth-child(n+4)', 'body > #root nav li'];

/** Goes to each place of the menu, or each tab of an event, by its link, and answers what is wrong with it. */
const walk = async (page: Page, { profile, language, part, withAxe = false, isWhole = withAxe }: Walk): Promise<readonly string[]> => {
  const position = profileSlugs.indexOf(profile);
  const opened = (letters: string | undefined): boolean => letters !== undefined && letters[position] !== '-';
  const problems: string[] = [];
  /** Whether nobody who walks before this profile sees the screen alike: each different screen is opened once, and all of them by those who walk for axe and for words. */
  const isOwn = (href: string): boolean => {
    const entity = entityOf(href);
    if (isWhole || entity === undefined || accessTable[entity] === undefined) return true;
    const place = href.split('/').at(-1)!,
      letters = (part === 'menu' ? menuTable : tabTable)[place];
    return !walkers
      .map((walker) => profileSlugs.indexOf(walker))
      .some((earlier) => earlier < position && letters?.[earlier] === 'y' && seeAlike(entity, earlier, position));
  };
  const judge = async (path: string): Promise<Look> => {
    const look = await lookAt(page, path);
    const complain = (what: string) => problems.push(`${path}: ${what}`);
    if (/permiso para|allowed to|permission to|encontramos|find this/.test(look.heading)) complain(`leads to “${look.heading}”`);
    for (const key of look.keys) complain(`shows the key ${key}`);
    for (const alert of look.alerts) complain(`says “${alert}”`);
    for (const href of new Set(look.links)) {
      const entity = entityOf(href),
        row = entity ? accessTable[entity] : undefined;
      if (
        row &&
        !opened(href.endsWith('/create') ? row.create : href.endsWith('/edit') ? row.edit : row.read) &&
        href !== '/organizations/new-organization'
      )
        complain(`has a link to ${href}`);
    }
    if (withAxe) for (const finding of await findings(page, { except: judgedBefore })) complain(finding);
    return look;
  };
  const follow = async (places: readonly string[], within: Locator): Promise<void> => {
    for (const href of places.filter(isOwn)) {
      await within.locator(`a[href="${href}"]`).click();
      await judge(href);
    }
  };

  if (part === 'menu') {
    await page.goto('/home');
    await judge('/home');
    const menu = await hrefs(page, names[language].menu);
    expect([...menu].sort()).toEqual(columnOf(menuTable, position).map((name) => `/${name}`));
    await follow(menu, page.getByRole('navigation', { name: names[language].menu, exact: true }));
    return problems;
  }
  await page.goto('/events');
  const event = (await lookAt(page, '/events')).links.find((link) => /^\/events\/\d+$/.test(link));
  expect(event, 'everybody sees some event').toBeDefined();
  await page.goto(event!);
  await judge(event!);
  const groups = page.getByRole('navigation', { name: names[language].tabs, exact: true }),
    tabs = page.locator('nav.asd-tabs'),
    found: string[] = [];
  for (const group of await hrefs(page, names[language].tabs)) {
    await groups.locator(`a[href="${group}"]`).click();
    await tabs.locator(`a[href="${group}"][aria-current="page"]`).waitFor();
    const inside = await tabs.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    found.push(...inside);
    await follow(inside, tabs);
  }
  expect([...found].sort()).toEqual(
    [event!, `${event!}/settings`, ...columnOf(tabTable, position).map((name) => `${event!}/${name}`)].sort(),
  );
  return problems;
};

/**
 * Each walks in one language, since which places there are does not depend on it. In a long run everybody walks, and who sees the most in both; that every
 * text is there in each is part of the check.
 *
 * Axe looks at every screen as who sees the most sees it in one language, and as who mostly reads, with contact data masked, in the other.
 */
const walks: readonly Omit<Walk, 'part'>[] = [
  ...walkers.map((profile) => ({ profile, language: languages[profileSlugs.indexOf(profile) % languages.length]! })),
  ...(isLong ? [{ profile: 'super-admin', language: 'en', isWhole: true } as const] : []),
];
const axeWalks: readonly Omit<Walk, 'part'>[] = [
  { profile: 'super-admin', language: 'es' },
  { profile: 'timing', language: 'en' },
];
const walkMs = 60_000 * patience; // up to forty screens, one after the other

for (const part of ['menu', 'event'] as const) {
  for (const each of walks) {
    test.describe(`${each.profile}, ${each.language}, ${part}`, () => {
      test.use({ profile: each.profile });
      test.beforeEach(({ page }) => page.addInitScript((lang) => localStorage.setItem('dorsal.lang', lang), each.language));
      test('finds in the menu and in an event what the keys open, and each of it opens', async ({ page }) => {
        test.setTimeout(walkMs);
        const withAxe = axeWalks.some(({ profile, language }) => profile === each.profile && language === each.language);
        expect(await walk(page, { ...each, part, withAxe })).toEqual([]);
      });
    });
  }
}
