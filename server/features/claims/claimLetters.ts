import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_claims } from '@/resources/result_claims/result_claims';
import { columnsOf } from '../../kernel/columnsOf';
import { locales } from '../../kernel/messages';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { LetterTemplate } from '../letters/addedLetters';

const q = columnsOf(result_claims, 'q');
const bare = columnsOf(result_claims);
const e = columnsOf(events, 'e');
const i = columnsOf(inscriptions, 'i');

const due = {
  id: q.claimid,
  to: value<string>(sql`coalesce(${i.email}, ${q.email})`),
  language: value<string>(sql`${q.locale}`),
  name: value<string>(sql`coalesce(${q.name}, ${i.first_name}, '')`),
  event: value<string>(sql`coalesce(${e.name} ->> ${q.locale}, ${e.name} ->> 'es')`),
  resolution: value<string>(sql`${q.resolution}`),
  contact: value<string>(sql`${e.contact_email}`),
  organizationid: value<number>(sql`${e.organizationid}`),
  eventid: e.eventid,
};

/** Letters with the answer to a claim: to the address of the registration, or to the one that was typed where there is no registration. */
export const claimLetters = (status: 'accepted' | 'rejected'): LetterTemplate => ({
  name: `claim-${status}`,
  words: `result_claims.letters.${status}`,
  take: async (tx, most) => {
    const rows = await select(
      tx,
      due,
      sql`from ${q} join ${e} on ${e.eventid} = ${q.eventid} left join ${i} on ${i.inscriptionid} = ${q.inscriptionid}
       where ${q.letter} = 'waiting' and ${q.status} = ${status} and ${q.deleted_at} is null and coalesce(${i.email}, ${q.email}) is not null
       order by ${q.claimid} limit ${most} for update of q skip locked`,
    );
    await execute(
      tx,
      sql`update ${bare} set ${bare.letter} = 'sending' where ${bare.claimid} = any(${rows.map(({ id }) => id)}::bigint[])`,
    );
    return rows.map(({ id, to, language, organizationid, eventid, ...says }) => ({
      id,
      to,
      locale: locales.find((each) => each === language) ?? 'es',
      says,
      owner: { organizationid, eventid },
    }));
  },
  settle: (tx, id, outcome) =>
    execute(
      tx,
      sql`update ${bare} set ${bare.letter} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'failed' : 'waiting'} where ${bare.claimid} = ${id} and ${bare.letter} = 'sending'`,
    ),
});
