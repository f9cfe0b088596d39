import type pg from 'pg';
import { createSeal } from '../../auth/secrets';
import type { KeptLetter, Letter, Mail } from './Mail';

const most = 100;

const toLetter = (text: string | null): Letter | null => (text === null ? null : JSON.parse(text) as Letter);

/** Keeps letters in the database instead of sending them; sealed, since they carry links that let people in. */
export const outboxMail = (pool: pg.Pool, secret: string): Mail & Required<Pick<Mail, 'recent'>> => {
  const seal = createSeal(secret, 'mail outbox');
  return {
    send: async (letter) => {
      const { to, subject, text } = letter;
      await pool.query('insert into mail_outbox (sealed) values ($1)', [seal.close(JSON.stringify({ to, subject, text }))]);
      await pool.query('delete from mail_outbox where mailid <= (select mailid from mail_outbox order by mailid desc offset $1 limit 1)', [most]);
    },
    recent: async () => {
      const { rows } = await pool.query<{ mailid: number | string; sealed: string; created: Date | string }>('select mailid, sealed, created from mail_outbox order by mailid desc');
      return rows.flatMap(({ mailid, sealed, created }): KeptLetter[] => {
        const letter = toLetter(seal.open(sealed));
        return letter ? [{ ...letter, mailid: Number(mailid), created: new Date(created).toISOString() }] : [];
      });
    },
  };
};
