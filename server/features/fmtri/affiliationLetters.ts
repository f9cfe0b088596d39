import { isWanted } from '@/domain/affiliations/papers';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { web_users } from '@/resources/web_users/web_users';
import { formatDay } from '@/words/format';
import { columnsOf } from '../../kernel/columnsOf';
import { locales, type Locale, type Translate } from '../../kernel/messages';
import { moneyIn } from '../../kernel/regional';
import { execute, select, value, type Selected } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { athletePageOf } from './affiliationLinks';
import { readPapers } from './reviewPapers';
import type { DueLetter, LetterTemplate } from '../letters/addedLetters';

const a = columnsOf(fmtri_affiliations, 'a');
const bare = columnsOf(fmtri_affiliations);
const u = columnsOf(fmtri_affiliate_users, 'u');
const t = columnsOf(fmtri_affiliation_types, 't');
const w = columnsOf(web_users, 'w');

/** What a letter is about, and which affiliations it is for while their letter waits. */
const kinds: Readonly<Record<string, SQL>> = {
  requested: sql`${a.status} = 'pending_payment'`,
  papers: sql`${a.status} = 'pending_review' and ${a.papers_asked_at} is not null`,
  active: sql`${a.status} = 'active'`,
  suspended: sql`${a.status} = 'suspended'`,
  rejected: sql`${a.status} = 'rejected' and ${a.charge_state} is distinct from 'refunded'`,
  cancelled: sql`${a.status} = 'cancelled' and ${a.charge_state} is distinct from 'refunded'`,
  refunded: sql`${a.charge_state} = 'refunded' and ${a.status} <> 'active'`,
};
const due = {
  id: a.affiliationid,
  affiliate_userid: a.affiliate_userid,
  typeid: a.typeid,
  price_cents: a.price_cents,
  asked: value<string | null>(sql`extract(epoch from ${a.papers_asked_at})::bigint::text`),
  to: value<string>(sql`${w.email}`),
  language: value<string>(sql`${w.locale}`),
  person: value<string>(sql`${w.first_name}`),
  type: value<string>(sql`coalesce(${t.name} ->> ${w.locale}, ${t.name} ->> 'es')`),
  number: value<string>(sql`coalesce(${a.number}, '')`),
  until: value<string>(sql`${a.ends_on}::text`),
  reason: value<string>(sql`coalesce(case when ${a.status} = 'rejected' then ${a.reject_reason} else ${a.status_reason} end, '')`),
};
type Due = Selected<typeof due>;

/** The papers that the athlete has to send, each in a line with its reason. */
const papersIn = async (tx: Transaction, row: Due, { translate, locale }: { readonly translate: Translate; readonly locale: Locale }) => {
  const { papers } = await readPapers(tx, row);
  return papers
    .filter(isWanted)
    .map(({ type, state, kept }) => {
      const name = translate(`lists.affiliate_documents.${type}`, locale);
      const why = state === 'rejected' && kept?.reason ? kept.reason : translate(`fmtri_affiliations.page.papers.${state}`, locale);
      return `- ${name}: ${why}`;
    })
    .join('\n');
};

/** Letters about an affiliation, as it is when they leave: its request, its papers and every decision. */
export const affiliationLetters = (translate: Translate): readonly LetterTemplate[] =>
  Object.entries(kinds).map(([kind, which]) => ({
    name: `affiliation-${kind}`,
    words: `fmtri_affiliations.letters.${kind}`,
    take: async (tx, most) => {
      const rows = await select(
        tx,
        due,
        sql`from ${a} join ${u} on ${u.affiliate_userid} = ${a.affiliate_userid} join ${t} on ${t.typeid} = ${a.typeid} join ${w} on ${w.web_userid} = ${u.web_userid}
           where ${a.letter} = 'waiting' and ${which} and ${a.deleted_at} is null and ${w.email} is not null
           order by ${a.affiliationid} limit ${most} for update of a skip locked`,
      );
      await execute(
        tx,
        sql`update ${bare} set ${bare.letter} = 'sending' where ${bare.affiliationid} = any(${rows.map(({ id }) => id)}::bigint[])`,
      );
      const letters: DueLetter[] = [];
      for (const row of rows) {
        const locale = locales.find((each) => each === row.language) ?? 'es';
        const { id, to, person, type, number, reason, until, price_cents, asked } = row;
        const link = athletePageOf(tx, id)?.address ?? '';
        const papers = kind === 'papers' ? await papersIn(tx, row, { translate, locale }) : '';
        const says = { person, type, number, reason, link, papers, until: formatDay(until), price: moneyIn(locale, price_cents) };
        letters.push({ id, to, locale, says, ...(kind === 'papers' && asked !== null && { round: asked }) });
      }
      return letters;
    },
    settle: (tx, id, outcome) =>
      execute(
        tx,
        sql`update ${bare} set ${bare.letter} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'failed' : 'waiting'} where ${bare.affiliationid} = ${id} and ${bare.letter} = 'sending'`,
      ),
  }));
