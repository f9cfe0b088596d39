import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import type { AuthDeps } from '../../../server/auth/auth';
import { type Browser, freshAddress, givePasswords, openBrowser, openDatabase, openSite, signIn, type TestDatabase } from '../support';
import { openPage, submitForm } from './forms';
import { eventually } from '../../support/eventually';

interface Open {
  readonly database: TestDatabase;
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly deps: AuthDeps;
}
/** A password that nobody had before. */
export const fresh = 'otra frase larga y secreta';
/** Where a letter leads. */
export const linkIn = ({ text }: Letter): string => /https?:\S+/.exec(text)![0];

/** An authentication site for the tests of one file, the letters that it wrote, and what people do with them. */
export const openLetterSite = () => {
  const letters: Letter[] = [];
  const state: { open?: Open; isFailing: boolean } = { isFailing: false };
  const mail: Mail = {
    send: async (letter) => {
      if (state.isFailing) throw new Error('no server');
      letters.push(letter);
      return { provider: 'outbox', ref: '1' };
    },
  };
  const site = {
    letters,
    /** Whether the mail server takes nothing. */
    get isFailing() {
      return state.isFailing;
    },
    set isFailing(is: boolean) {
      state.isFailing = is;
    },
    get origin() {
      return state.open!.origin;
    },
    get deps() {
      return state.open!.deps;
    },
    get pool() {
      return state.open!.database.pool;
    },
  };
  beforeAll(async () => {
    const database = await openDatabase();
    const { app, origin, deps } = await openSite(database.pool, { mail, inviteEveryMs: 200 });
    state.open = { database, app, origin, deps };
    await givePasswords(deps);
  });
  afterAll(async () => {
    await state.open!.app.close();
    await state.open!.database.close();
  });
  beforeEach(async () => {
    letters.length = 0;
    await site.pool.query('delete from auth_limits');
  });

  const run = (text: string, values: unknown[] = []) => site.pool.query(text, values);
  const ask = async (email: string, ip = freshAddress()) => {
    const browser = openBrowser(site.origin);
    return {
      browser,
      page: await submitForm(browser, await openPage(browser, `${site.origin}/api/auth/forgot?lng=en`), '/forgot', { email }, ip),
    };
  };
  const nextLetter = async (to: string): Promise<Letter> =>
    eventually(() => {
      const found = letters.find((letter) => letter.to === to);
      if (!found) throw new Error(`no letter to ${to}`);
      return found;
    });
  const resetLink = async (email = 'ana@carreras.test'): Promise<string> => {
    await ask(email);
    return linkIn(await nextLetter(email));
  };
  const choose = async (link: string, one = fresh, two = one, browser: Browser = openBrowser(site.origin)) => {
    const page = await openPage(browser, link);
    return page.status === 200
      ? submitForm(browser, page, new URL(link).pathname.replace('/api/auth', ''), { fresh: one, again: two })
      : page;
  };
  const refusal = async (email: string, secret: string): Promise<string | null> =>
    (await signIn(openBrowser(site.origin), site.origin, email, secret)).searchParams.get('error');
  return Object.assign(site, { run, ask, nextLetter, resetLink, choose, refusal });
};
