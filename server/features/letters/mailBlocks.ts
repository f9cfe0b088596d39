import { events } from '@/resources/events/events';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { mail_blocks, type MailBlock } from '@/resources/mail_blocks/mail_blocks';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

export type BlockKind = NonNullable<MailBlock['kind']>;
const b = columnsOf(mail_blocks);
const l = columnsOf(inscription_letters, 'l');
const e = columnsOf(events, 'e');

/** Whose letter it was, and to which address it went; no address once its athlete was forgotten. */
export const recipientOf = (tx: Transaction, letterid: number) =>
  selectOne(
    tx,
    { email: l.email, inscriptionid: l.inscriptionid, organizationid: value<number>(sql`${e.organizationid}`) },
    sql`from ${l} join ${e} on ${e.eventid} = ${l.eventid} where ${l.letterid} = ${letterid} and ${l.deleted_at} is null`,
  );

/** Notes that an address gets no more bulk mail of an organization. What its person said counts more than mail that came back. */
export const block = async (tx: Transaction, letterid: number, kind: BlockKind, error: string | null = null): Promise<void> => {
  const recipient = await recipientOf(tx, letterid);
  if (!recipient?.email) return;
  const { email, organizationid, inscriptionid } = recipient;
  await execute(
    tx,
    sql`insert into ${b} (${b.organizationid}, ${b.email}, ${b.kind}, ${b.inscriptionid}, ${b.error}) values (${organizationid}, ${email}, ${kind}, ${inscriptionid}, ${error})
        on conflict (${b.organizationid}, ${b.email}) where deleted_at is null do update set ${b.kind} = excluded.kind, ${b.inscriptionid} = excluded.inscriptionid, ${b.updated} = now(), ${b.version} = mail_blocks.version + 1
          where mail_blocks.kind in ('bounced', 'requested') and excluded.kind <> 'bounced'`,
  );
};

/** Takes the decision of a person back: their address gets the mail of the organization again. */
export const unblock = async (tx: Transaction, letterid: number): Promise<void> => {
  const recipient = await recipientOf(tx, letterid);
  if (!recipient?.email) return;
  const { email, organizationid } = recipient;
  await execute(
    tx,
    sql`update ${b} set ${b.deleted_at} = now(), ${b.updated} = now() where ${b.organizationid} = ${organizationid} and ${b.email} = ${email} and ${b.kind} <> 'bounced' and ${b.deleted_at} is null`,
  );
};

/** Why each of these addresses gets no bulk mail of an organization. */
export const blocksOf = async (
  tx: Transaction,
  organizationid: number,
  emails: readonly string[],
): Promise<ReadonlyMap<string, BlockKind>> => {
  if (emails.length === 0) return new Map();
  const found = await tx.asOwner(() =>
    select(
      tx,
      { email: value<string>(sql`${b.email}`), kind: value<BlockKind>(sql`${b.kind}`) },
      sql`from ${b} where ${b.organizationid} = ${organizationid} and ${b.email} = any(${emails}::text[]) and ${b.deleted_at} is null`,
    ),
  );
  return new Map(found.map(({ email, kind }) => [email, kind]));
};
