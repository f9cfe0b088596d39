import type { RecordLetterKind } from '@/domain/letterTexts';
import { letter_templates } from '@/resources/letter_templates/letter_templates';
import { organizations } from '@/resources/organizations/organizations';
import { columnsOf } from '../../kernel/columnsOf';
import type { Locale } from '../../kernel/messages';
import { pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { OwnText } from './readFacts';

/** Whose templates a letter may have. */
export interface TextOwner {
  readonly organizationid: number;
  readonly eventid: number;
}
const t = columnsOf(letter_templates, 't');
const o = columnsOf(organizations, 'o');

/** The text that an organization wrote for a kind of letter in a language: that of the event before that of the organization. */
export const ownTextOf = async (
  tx: Transaction,
  kind: RecordLetterKind,
  locale: Locale,
  owner: TextOwner | undefined,
): Promise<OwnText | null> => {
  const whose = owner
    ? sql`${t.organizationid} = ${owner.organizationid} and (${t.eventid} is null or ${t.eventid} = ${owner.eventid})`
    : sql`${o.is_platform} and ${t.eventid} is null`;
  const found = await selectOne(
    tx,
    pick(t, 'subject', 'body'),
    sql`from ${t} join ${o} on ${o.organizationid} = ${t.organizationid} where ${t.kind} = ${kind} and ${t.locale} = ${locale} and ${whose} and ${t.deleted_at} is null
        order by ${t.eventid} nulls last, ${t.letter_templateid} limit 1`,
  );
  return found ?? null;
};
