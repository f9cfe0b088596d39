import type pg from 'pg';
import { createSeal } from '../../kernel/secrets';
import type { KeptLetter, Letter, Mail } from './Mail';

const most = 100;

type Kept = Pick<Letter, 'to' | 'subject' | 'text'> & {
  readonly attachments?: readonly { readonly filename: string; readonly contentType: string; readonly base64: string }[];
};
const toText = ({ to, subject, text, attachments }: Letter): string =>
  JSON.stringify({
    to,
    subject,
    text,
    ...(attachments && { attachments: attachments.map(({ content, ...named }) => ({ ...named, base64: content.toString('base64') })) }),
  } satisfies Kept);
const toLetter = (text: string | null): Letter | null => {
  if (text === null) return null;
  const { attachments, ...letter } = JSON.parse(text) as Kept;
  return {
    ...letter,
    ...(attachments && { attachments: attachments.map(({ base64, ...named }) => ({ ...named, content: Buffer.from(base64, 'base64') })) }),
  };
};

/** Keeps letters in the database instead of sending them; sealed, since they carry links that let people in. */
export const outboxMail = (pool: pg.Pool, secret: string): Mail & Required<Pick<Mail, 'recent'>> => {
  const seal = createSeal(secret, 'mail outbox');
  return {
    send: async (letter) => {
      const {
        rows: [kept],
      } = await pool.query<{ mailid: number | string }>('insert into mail_outbox (sealed) values ($1) returning mailid', [
        seal.close(toText(letter)),
      ]);
      await pool.query('delete from mail_outbox where mailid <= (select mailid from mail_outbox order by mailid desc offset $1 limit 1)', [
        most,
      ]);
      return { provider: 'outbox', ref: `outbox-${kept!.mailid}` };
    },
    recent: async () => {
      const { rows } = await pool.query<{ mailid: number | string; sealed: string; created: Date | string }>(
        'select mailid, sealed, created from mail_outbox order by mailid desc',
      );
      return rows.flatMap(({ mailid, sealed, created }): KeptLetter[] => {
        const letter = toLetter(seal.open(sealed));
        return letter ? [{ ...letter, mailid: Number(mailid), created: new Date(created).toISOString() }] : [];
      });
    },
  };
};
