import type { Page } from '@playwright/test';
import { openWindow, type Built } from './builtClient';
import { figure, median, tell, type Figure } from './report';
import type { Session } from './session';

const rows = 50,
  warmups = 2,
  rounds = 12,
  mostRatio = 1.5,
  patienceMs = 60_000;
/** Nobody presses again sooner after having seen the rows. */
const pauseMs = 250;
const barePath = '/bench-bare',
  service = '/inscription/_/graphql';

/** Milliseconds from a press after a look at the page, and from another one at once. */
interface Turned {
  readonly after: number;
  readonly again: number;
}
/** What the list asked for, and how many cells of it a row shows: the page of bare cells asks and shows the same. */
interface Asked {
  readonly url: string;
  readonly authorization: string;
  readonly body: string;
  readonly cells: number;
}
/** Presses the way to the next page and answers with the milliseconds until other rows were painted. It runs in the page. */
const turn = (): Promise<number> =>
  new Promise((resolve) => {
    const table = document.querySelector('table')!;
    const first = (): string | undefined => table.querySelector<HTMLElement>('tbody [data-row]')?.dataset['row'];
    const old = first(),
      pressed = performance.now();
    const painted = (): void => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        resolve(performance.now() - pressed);
      });
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    };
    const watcher = new MutationObserver(() => {
      if (first() === undefined || first() === old || table.getAttribute('aria-busy') === 'true') return;
      watcher.disconnect();
      painted();
    });
    watcher.observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-row', 'aria-busy'] });
    document.querySelector<HTMLElement>('[data-bench-next]')!.click();
  });

/** The same rows as anchors and cells that nobody generated; it runs in an empty page. */
const bare = ({ url, authorization, body, cells }: Asked): void => {
  const asked = JSON.parse(body) as { readonly variables: { page: number } };
  const add = <K extends keyof HTMLElementTagNameMap>(to: Element, name: K): HTMLElementTagNameMap[K] =>
    to.appendChild(document.createElement(name));
  const next = add(document.body, 'button'),
    table = add(document.body, 'table');
  next.dataset['benchNext'] = '';
  const show = async (): Promise<void> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const { data } = (await answer.json()) as {
      readonly data: { readonly inscriptions: { readonly items: readonly Readonly<Record<string, unknown>>[] } };
    };
    const rows = document.createElement('tbody');
    for (const record of data.inscriptions.items) {
      const row = add(rows, 'tr'),
        id = String(record['inscriptionid']);
      row.dataset['row'] = id;
      for (const [at, value] of Object.entries(record)
        .filter(([name]) => name !== 'inscriptionid' && name !== '__typename')
        .slice(0, cells)
        .map(([, each]) => each)
        .entries()) {
        const cell = add(row, 'td');
        const holder = at === 0 ? add(cell, 'a') : cell;
        if (holder instanceof HTMLAnchorElement) holder.href = `/inscriptions/${id}`;
        holder.textContent = value === null ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value);
      }
    }
    table.replaceChildren(rows);
  };
  next.addEventListener('click', () => {
    asked.variables.page += 1;
    void show();
  });
  void show();
};

const openList = async (built: Built, session: Session): Promise<readonly [Page, Asked]> => {
  const page = await (await openWindow(built, session)).newPage();
  const asking = page.waitForRequest(
    (request) => request.url().endsWith(service) && (request.postData() ?? '').includes(`"perpage":${rows},`),
    { timeout: patienceMs },
  );
  await page.goto(`/inscriptions?perpage=${rows}`);
  const request = await asking;
  await page
    .locator('tbody [data-row]')
    .nth(rows - 1)
    .waitFor({ timeout: patienceMs });
  await page.waitForLoadState('networkidle');
  const next = page.getByRole('navigation', { name: 'Páginas' }).getByRole('button', { name: 'Siguiente' });
  await next.evaluate((button) => {
    button.dataset['benchNext'] = '';
  });
  const cells = await page.locator('tbody [data-row]').first().locator('td:not(.list-check, .list-menu)').count();
  return [page, { url: request.url(), authorization: (await request.headerValue('authorization'))!, body: request.postData()!, cells }];
};
/** An empty page of the same origin, so that it asks as the product does. */
const openBare = async (built: Built, asked: Asked): Promise<Page> => {
  const page = await (await openWindow(built)).newPage();
  await page.route(`**${barePath}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><title>bare</title>' }),
  );
  await page.goto(barePath);
  await page.evaluate(bare, asked);
  await page
    .locator('tbody [data-row]')
    .nth(rows - 1)
    .waitFor({ timeout: patienceMs });
  return page;
};

/** The next page of a list, from the press until it is painted, against the same rows and columns as plain anchors and cells, by turns in the same Chromium: after a look at the page, during which the list reads the next one ahead, and again at once. */
export const measurePaging = async (built: Built, session: Session): Promise<readonly Figure[]> => {
  const [list, asked] = await openList(built, session);
  const plain = await openBare(built, asked);
  const turned = async (page: Page): Promise<Turned> => {
    await page.bringToFront();
    await page.waitForTimeout(pauseMs);
    return { after: await page.evaluate(turn), again: await page.evaluate(turn) };
  };
  const measured: { readonly list: Turned; readonly plain: Turned }[] = [];
  for (let round = -warmups; round < rounds; round += 1) {
    // the second one finds a warm database, so they take turns at that too
    const first = round % 2 === 0 ? await turned(list) : undefined,
      other = await turned(plain);
    const pair = { list: first ?? (await turned(list)), plain: other };
    if (round >= 0) measured.push(pair);
  }
  tell(`screens: ${2 * rounds} pages of ${rows} rows and ${asked.cells} columns`);
  const middle = (of: 'list' | 'plain', when: keyof Turned): number => median(measured.map((pair) => pair[of][when]));
  await list.context().close();
  await plain.context().close();
  return [
    figure(`next page of ${rows} rows painted`, middle('list', 'after'), 'ms'),
    figure(`next page of ${rows} rows painted, plain anchors and cells`, middle('plain', 'after'), 'ms'),
    figure('next page painted, list to plain', middle('list', 'after') / middle('plain', 'after'), 'ratio', `<= ${mostRatio}`),
    figure(
      'next page painted, pressed again at once, list to plain',
      middle('list', 'again') / middle('plain', 'again'),
      'ratio',
      `<= ${mostRatio}`,
    ),
  ];
};
