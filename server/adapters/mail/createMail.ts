import type pg from 'pg';
import type { Mail } from './Mail';
import { outboxMail } from './outboxMail';
import { smtpMail } from './smtpMail';

interface MailConfig {
  readonly smtpUrl: string | undefined;
  readonly production: boolean;
  readonly authSecret: string;
}

/** SMTP if it is configured, the outbox in a demonstration, and nothing in production without SMTP. */
export const createMail = ({ smtpUrl, production, authSecret }: MailConfig, pool: pg.Pool): Mail | null => {
  if (smtpUrl !== undefined) return smtpMail(smtpUrl);
  return production ? null : outboxMail(pool, authSecret);
};
