import { expect } from 'vitest';
import type { Scene } from '../registration/support';
import { formOf } from '../support/formOf';

/** What a page answers: its status and its text, with entities and tags as they are. */
export interface Page {
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, unknown>>;
}
export type Fields = Readonly<Record<string, string>>;

/** A part of a form with a file. */
export interface File {
  readonly name: string;
  readonly type: string;
  readonly data: Buffer;
}
/** The pages for signing of the application of a scene, as a browser uses them. */
export const signPagesOf = ({ world: { app } }: Pick<Scene, 'world'>) => {
  const page = (reply: { readonly statusCode: number; readonly body: string; readonly headers: Page['headers'] }): Page => ({
    status: reply.statusCode,
    html: reply.body,
    headers: reply.headers,
  });
  const agent = { 'user-agent': 'Telefono de prueba/1.0' };
  return {
    get: async (path: string): Promise<Page> => page(await app.inject({ url: path, headers: agent })),
    post: async (path: string, fields: Fields): Promise<Page> =>
      page(
        await app.inject({
          method: 'POST',
          url: path,
          headers: { ...agent, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(fields).toString(),
        }),
      ),
    send: async (path: string, fields: Fields, file?: File): Promise<Page> =>
      page(
        await app.inject({
          method: 'POST',
          url: path,
          headers: agent,
          payload: formOf(
            ...Object.entries(fields).map(([name, data]) => ({ name, data })),
            ...(file ? [{ name: 'id_file', data: file.data, file: file.name, type: file.type }] : []),
          ),
        }),
      ),
    copy: (path: string, visit: string) =>
      app.inject({
        method: 'POST',
        url: `${path}/copy`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ visit }).toString(),
      }),
  };
};

/** The hidden fields of the form on a page. */
export const hiddenIn = ({ html }: Page): Fields =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [name, value]),
  );
/** The sentence in the notice of a page. */
export const noticeIn = ({ html }: Page): string => /<p class="notice[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
/** Every page is only for the person who has its link, and runs no foreign script. */
export const expectKept = ({ headers }: Page): void => {
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
};
