import type { FastifyReply, FastifyRequest } from 'fastify';
import { partOf } from '@/schema/unknown';
import { pageLanguage } from '../../auth/layout';
import type { Translate } from '../../kernel/messages';
import type { Visits } from '../../kernel/visits';
import type { Signing, Standing, Text } from './readSigning';
import type { SignForm } from './SignForm';
import { identifyPage, signedPage, standingPage, textPage, type Frame, type Typed } from './signPages';

/** A request to the page of a link, and what is known of it. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly frame: Frame;
  readonly signing: Signing;
  readonly form: SignForm;
}
/** A form without fields, for requests without a body. */
export const noForm: SignForm = { field: () => '', file: null };

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data: blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Sends a page that runs only scripts of this server. */
export const send = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html);

/** The frame of an answer: in the language that was asked for, or that of the browser. */
export const frameOf = (translate: Translate, request: FastifyRequest, form: SignForm, path?: string): Frame => {
  const asked = form.field('read') || form.field('lng') || partOf(request.query, 'lng');
  return { translate, language: pageLanguage(asked, request.headers['accept-language']), ...(path && { path }) };
};

const statuses = { open: 200, signed: 200, cancelled: 410, over: 410, closed: 409, notNeeded: 200, noBirthDate: 409, paper: 200 } as const;
/** Whether there is something to sign, or that was signed: both ask who is there. */
export const isOpen = (standing: Standing): boolean => standing === 'open' || standing === 'signed';
/** What the marks of visitors are about. */
export const aboutOf = ({ inscriptionid }: Signing): string => String(inscriptionid);

/** Why there is nothing to sign. */
export const showStanding = ({ reply, frame, signing }: Asked): FastifyReply =>
  send(reply, standingPage(frame, signing), statuses[signing.standing]);
/** The question who is there, with what was wrong. */
export const ask = ({ reply, frame, signing }: Asked, problem?: 'wrong' | 'tooMany' | 'late', folio = ''): FastifyReply =>
  send(reply, identifyPage(frame, signing, { ...(problem && { problem }), folio }), problem ? (problem === 'tooMany' ? 429 : 403) : 200);

/** The answers to people who are known. */
export const createAnswers = (visits: Visits) => ({
  showText: ({ reply, frame, signing }: Asked, text: Text, more: Omit<Typed, 'visit'>, status = 200): FastifyReply =>
    send(reply, textPage(frame, signing, text, { visit: visits.open(aboutOf(signing)), ...more }), status),
  showSigned: ({ reply, frame }: Asked, signing: Signing, isNew = false): FastifyReply =>
    send(reply, signedPage(frame, signing, visits.open(aboutOf(signing)), isNew)),
});
export type Answers = ReturnType<typeof createAnswers>;
