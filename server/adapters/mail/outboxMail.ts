import type pg from 'pg';
import { createSeal, derive } from '../../kernel/secrets';
import { RefusedLetter, type KeptLetter, type Letter, type Mail } from './Mail';
import { mail_outbox } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, pick, select, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const m = columnsOf(mail_outbox);
const most = 100;
/** Addresses of this domain do not exist: mail to them comes back. */
const unknownDomain = '@rebote.test';
const secretLength = 32;

type Kept = Pick<Letter, 'to' | 'subject' | 'text' | 'unsubscribe'> & {
  readonly attachments?: readonly { readonly filename: string; readonly contentType: string; readonly base64: string }[];
};
const toText = ({ to, subject, text, unsubscribe, attachments }: Letter): string =>
  JSON.stringify({
    to,
    subject,
    text,
    ...(unsubscribe !== undefined && { unsubscribe }),
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

/** Stores letters in the database instead of sending them; mail to `@rebote.test` comes back, so that this can be tried. They are encrypted, because their links sign people in. */
export const outboxMail = (pool: pg.Pool, secret: string): Mail & Required<Pick<Mail, 'recent'>> => {
  const runner = runnerOf(pool);
  const seal = createSeal(secret, 'mail outbox');
  return {
    reportSecret: derive(secret, 'mail reports', secretLength).toString('base64url'),
    send: async (letter) => {
      if (letter.to.endsWith(unknownDomain)) throw new RefusedLetter('550 5.1.1 mailbox unavailable', { isAddress: true });
      const kept = await selectOne(
        runner,
        { mailid: m.mailid },
        (list) => sql`insert into ${m} (${m.sealed}) values (${seal.close(toText(letter))}) returning ${list}`,
      );
      await execute(
        runner,
        sql`delete from ${m} where ${m.mailid} <= (select ${m.mailid} from ${m} order by ${m.mailid} desc offset ${most} limit 1)`,
      );
      return { provider: 'outbox', ref: `outbox-${kept?.mailid}` };
    },
    recent: async () => {
      const rows = await select(runner, pick(m, 'mailid', 'sealed', 'created'), sql`from ${m} order by ${m.mailid} desc`);
      return rows.flatMap(({ mailid, sealed, created }): KeptLetter[] => {
        const letter = toLetter(seal.open(sealed));
        return letter ? [{ ...letter, mailid, created }] : [];
      });
    },
  };
};
