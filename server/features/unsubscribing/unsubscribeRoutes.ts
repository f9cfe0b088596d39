import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { organizations } from '@/resources/organizations/organizations';
import { partOf } from '@/schema/unknown';
import { escape, hidden, pageLanguage } from '../../auth/layout';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { columnsOf } from '../../kernel/columnsOf';
import { guardPublic } from '../../kernel/guardPublic';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { send } from '../signing/answers';
import { framedPage, type Frame, type Say } from '../signing/framedPage';
import { block, blocksOf, recipientOf, unblock } from '../letters/mailBlocks';
import { readUnsubscribeToken } from '../letters/unsubscribeLinks';

const formBytes = 4 * 1024;
const c = columnsOf(organizations);

/** What the page of a link says: whose mail it is, at which address, and whether it still arrives. */
interface Standing {
  readonly organizer: string;
  readonly email: string;
  readonly isOff: boolean;
}
const readStanding = async (tx: Transaction, letterid: number): Promise<Standing | null> => {
  const recipient = await recipientOf(tx, letterid);
  if (!recipient?.email) return null;
  const { email, organizationid } = recipient;
  const [organizer = ''] = await selectAll(tx, c.name, sql`from ${c} where ${c.organizationid} = ${organizationid}`);
  const kind = (await blocksOf(tx, organizationid, [email])).get(email);
  return { organizer, email, isOff: kind !== undefined && kind !== 'bounced' };
};

const sayIn =
  ({ translate, language }: Frame): Say =>
  (key, params) =>
    escape(translate(`unsubscribe.${key}`, language, params));
/** The first letter and the domain: a link may be forwarded. */
const hinted = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••');

const pageOf = (frame: Frame, title: string, content: string): string => framedPage(frame, sayIn(frame), { title, content });
const problemPage = (frame: Frame, name: 'unknown' | 'tooMany' | 'failed'): string => {
  const say = sayIn(frame);
  return pageOf(frame, say(`${name}.title`), `<p class="notice" role="alert">${say(`${name}.text`)}</p>`);
};
const standingPage = (frame: Frame, { organizer, email, isOff }: Standing, wasAsked: boolean): string => {
  const say = sayIn(frame),
    names = { organizer, email: hinted(email) },
    part = isOff ? 'off' : wasAsked ? 'again' : 'ask';
  const button = part === 'again' ? '' : `<button type="submit">${say(`${part}.button`)}</button>`;
  const form = `<form method="post" action="?lng=${frame.language}">${hidden({ do: isOff ? 'again' : 'leave' })}${button}</form>`;
  return pageOf(
    frame,
    say(`${part}.title`),
    `<p class="${part === 'ask' ? 'lead' : 'notice calm'}"${part === 'ask' ? '' : ' role="status"'}>${say(`${part}.text`, names)}</p><p>${say('stays')}</p>${form}`,
  );
};

/**
 * `/unsubscribe/:token`: where people leave the bulk mail of an organization, without signing in and without scripts. Looking changes nothing,
 * because mail scanners follow links; mail programs post `List-Unsubscribe=One-Click` to the same address (RFC 8058).
 */
export const unsubscribeRoutes = async (
  app: FastifyInstance,
  deps: ApiDeps,
  { secret, mostLooks }: { readonly secret: string; readonly mostLooks: number | false },
): Promise<void> => {
  const frameOf = (request: FastifyRequest): Frame => ({
    translate: deps.translate,
    language: pageLanguage(partOf(request.query, 'lng'), request.headers['accept-language']),
  });
  await guardPublic(app, mostLooks, 'same-origin');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: formBytes }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return send(reply, problemPage(frameOf(request), status === 429 ? 'tooMany' : 'unknown'), status);
    request.log.error({ err: error }, 'unsubscribe');
    return send(reply, problemPage(frameOf(request), 'failed'), 503);
  });
  const answer = async (request: FastifyRequest<{ Params: { readonly token: string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const letterid = readUnsubscribeToken(secret, request.params.token),
      isPost = request.method === 'POST';
    const standing =
      letterid === null
        ? null
        : await inSystemTransaction(
            deps,
            async (tx) => {
              if (isPost && partOf(request.body, 'do') === 'again') await unblock(tx, letterid);
              else if (isPost) await block(tx, letterid, 'unsubscribed');
              return readStanding(tx, letterid);
            },
            callOf(request),
          );
    return standing
      ? send(reply, standingPage(frameOf(request), standing, isPost))
      : send(reply, problemPage(frameOf(request), 'unknown'), 404);
  };
  for (const method of ['GET', 'POST'] as const)
    app.route<{ Params: { readonly token: string } }>({ method, url: '/unsubscribe/:token', handler: answer });
};
