import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { partOf } from '@/schema/unknown';
import { cardPath, storeTestCard, testCards, type TestCard } from '../../adapters/paymentGateway/localCards';
import { escape, languages, pageLanguage, shell, type Language } from '../../auth/layout';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { DomainError } from '../../kernel/DomainError';
import { guardPublic } from '../../kernel/guardPublic';
import { inSystemTransaction } from '../../kernel/transaction';
import { send } from '../signing/answers';
import { assets } from '../signing/framedPage';
import { takeCard } from '../apolo/takeReport';

const formBytes = 4 * 1024;
interface Params {
  readonly Params: { readonly session: string };
}
const isTestCard = (value: unknown): value is TestCard => typeof value === 'string' && Object.hasOwn(testCards, value);
const digits = Object.keys(testCards).filter(isTestCard);

/** The page where a test card is chosen, for installations without a payment gateway. It never asks for a number of a card. */
export const localCardRoutes = async (app: FastifyInstance, deps: ApiDeps, mostLooks: number | false): Promise<void> => {
  await guardPublic(app, mostLooks, 'same-origin'); // under no-referrer browsers post forms with "Origin: null"
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formBytes }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const page = (request: FastifyRequest, reply: FastifyReply, name: 'ask' | 'stored' | 'unknown'): FastifyReply => {
    const language: Language = pageLanguage(partOf(request.query, 'lng'), request.headers['accept-language']);
    const say = (key: string): string => escape(deps.translate(`apolo_subscriptions.cardPage.${key}`, language));
    const links = languages
      .map((other) =>
        other === language
          ? `<span lang="${other}" aria-current="true">${other}</span>`
          : `<a lang="${other}" href="?lng=${other}">${other}</a>`,
      )
      .join('');
    const choices = digits
      .map(
        (last4, at) =>
          `<label class="check"><input type="radio" name="card" value="${last4}"${at === 0 ? ' checked' : ''}> <span>${escape(testCards[last4].brand)} ···· ${last4}: ${say(`cards.${last4}`)}</span></label>`,
      )
      .join('');
    const form = `<p>${say('ask.text')}</p><form method="post" action="?lng=${language}">${choices}<button type="submit">${say('ask.store')}</button></form>`;
    return send(
      reply,
      shell({
        language,
        title: say(`${name}.title`),
        styles: assets.styles,
        content: name === 'ask' ? form : `<p class="notice${name === 'stored' ? ' calm' : ''}" role="status">${say(`${name}.text`)}</p>`,
        languages: [say('languages'), links],
      }),
      name === 'unknown' ? 404 : 200,
    );
  };
  const route = `${cardPath}/:session`;
  app.get<Params>(route, (request, reply) => page(request, reply, 'ask'));
  app.post<Params>(route, async (request, reply) => {
    const { session } = request.params,
      chosen = partOf(request.body, 'card');
    if (!isTestCard(chosen)) return page(request, reply, 'ask');
    if (!(await storeTestCard(deps.pool, session, chosen))) return page(request, reply, 'unknown');
    try {
      const card = { id: session, last4: chosen, brand: testCards[chosen].brand };
      await inSystemTransaction(deps, (tx) => takeCard(tx, { type: 'card_stored', id: session, card }));
    } catch (error) {
      if (error instanceof DomainError && error.statusCode === 404) return page(request, reply, 'unknown');
      throw error;
    }
    return page(request, reply, 'stored');
  });
};
