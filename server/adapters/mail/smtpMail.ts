import { createTransport } from 'nodemailer';
import { partOf } from '@/schema/unknown';
import { RefusedLetter, type Mail } from './Mail';

const connectMs = 15_000,
  permanent = 500;
const aboutLetter: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);
/** Whether the mail server refused this letter for good. A server that is away or refuses our login may accept it later. */
const isForGood = (error: unknown): error is Error => {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return aboutLetter.has(code) && Number(responseCode) >= permanent;
};

/** Whether the recipient was refused, and not the sender or the text. */
const isAboutAddress = (error: unknown): boolean => partOf(error, 'command') === 'RCPT TO';

/** Sends letters through the SMTP server of an address such as `smtps://user:password@mail.example.com:465?from=no-reply@example.com`. */
export const smtpMail = (address: string): Mail => {
  const url = new URL(address);
  const reportSecret = url.searchParams.get('reports') ?? undefined;
  const from = url.searchParams.get('from') ?? `no-reply@${url.hostname}`;
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    reportSecret,
    send: async ({ to, subject, text, attachments, key, unsubscribe }) => {
      const message = {
        from,
        to,
        subject,
        text,
        ...(key !== undefined && { messageId: `<${key}@${url.hostname}>` }),
        ...(unsubscribe !== undefined && {
          headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
        ...(attachments && { attachments: [...attachments] }),
      };
      const { messageId } = await transport.sendMail(message).catch((error: unknown) => {
        throw isForGood(error) ? new RefusedLetter(error.message, { cause: error, isAddress: isAboutAddress(error) }) : error;
      });
      return { provider: 'smtp', ref: messageId };
    },
  };
};
