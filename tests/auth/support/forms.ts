import type { Browser } from '../support';
import { freshAddress } from '../support';

/** A page as a browser without scripts sees it. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly html: string;
}

const reference = /&(amp|lt|gt|quot|#39);/g;
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string): string => text.replace(reference, (_, name: string) => characters[name] ?? '');

/** Goes to an address and wherever it leads. */
export const openPage = async (browser: Browser, address: string, init: RequestInit = {}): Promise<Page> => {
  const response = await browser.fetch(address, {
    ...init,
    headers: { accept: 'text/html', 'x-forwarded-for': freshAddress(), ...init.headers },
  });
  const next = response.headers.get('location');
  if (next !== null) return openPage(browser, new URL(next, address).href);
  return { status: response.status, url: address, html: await response.text() };
};

/** Submits the form of a page that posts to `action`, with what was typed and the hidden fields that it has. */
export const submitForm = (
  browser: Browser,
  page: Page,
  action: string,
  typed: Readonly<Record<string, string>> = {},
  ip = freshAddress(),
): Promise<Page> => {
  const form = page.html
    .split('<form')
    .slice(1)
    .map((part) => part.split('</form>')[0] ?? '')
    .find(
      (part) =>
        part.includes(`action="/api/auth${action}"`) &&
        Object.entries(typed).every(([name, value]) => name !== 'id' || part.includes(value)),
    );
  if (form === undefined) throw new Error(`no form posts to ${action} on ${page.url}`);
  const kept = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ]);
  return openPage(browser, new URL(`/api/auth${action}`, page.url).href, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ip },
    body: new URLSearchParams({ ...(Object.fromEntries(kept) as Record<string, string>), ...typed }),
  });
};

/** The words of a page without its markup. */
export const wordsOf = ({ html }: Page): string => plain(html.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');
