import { createTransport } from 'nodemailer';
import type { Mail } from './Mail';

const connectMs = 15_000;

/** Sends letters through the SMTP server of an address such as `smtps://user:password@mail.example.com:465?from=no-reply@example.com`. */
export const smtpMail = (address: string): Mail => {
  const url = new URL(address);
  const from = url.searchParams.get('from') ?? `no-reply@${url.hostname}`;
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname, port: Number(url.port) || (secure ? 465 : 587), secure,
    ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: connectMs,
    disableFileAccess: true, disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, attachments, key }) => {
      const { messageId } = await transport.sendMail({ from, to, subject, text, ...(key !== undefined && { messageId: `<${key}@${url.hostname}>` }), ...(attachments && { attachments: [...attachments] }) });
      return { provider: 'smtp', ref: messageId };
    },
  };
};
