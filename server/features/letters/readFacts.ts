import type { LetterKind } from '@/resources/inscription_letters/inscription_letters';
import type { Locale } from '../../kernel/messages';
import type { Transaction } from '../../kernel/transaction';

/** Everything that a letter may say, as it is when the letter leaves. */
export interface LetterFacts {
  readonly letterid: number;
  readonly kind: LetterKind;
  readonly attempts: number;
  readonly inscriptionid: number;
  readonly eventid: number;
  readonly email: string | null;
  readonly locale: Locale;
  readonly name: string;
  readonly folio: string;
  readonly event: string;
  readonly distance: string;
  /** Where the organizer of the event is written to. */
  readonly contact: string;
  readonly timezone: string;
  /** What is to be paid beyond what is paid or set aside. */
  readonly due_cents: number;
  /** Until when the seat is held; `null` where it is not, or not any more. */
  readonly held_until: string | null;
  readonly isDeclined: boolean;
  readonly isOffered: boolean;
  /** The proof that holds, which may be a later one than when it was asked for. */
  readonly document: { readonly documentid: number; readonly file: string; readonly sha256: string } | null;
}

const factsSql = `
  select jsonb_build_object('letterid', l.letterid, 'kind', l.kind, 'attempts', l.attempts, 'inscriptionid', i.inscriptionid, 'eventid', i.eventid, 'email', i.email, 'locale', s.locale, 'name', i.first_name, 'folio', i.folio,
         'event', coalesce(e.name ->> s.locale, e.name ->> 'es'), 'distance', x.name, 'contact', e.contact_email, 'timezone', e.timezone,
         'due_cents', i.total_cents - i.paid_cents + i.refunded_cents - i.wallet_cents, 'held_until', case when i.expires_at > now() then i.expires_at end, 'isDeclined', i.status = 'payment_declined',
         'isOffered', exists (select 1 from waitlist_entries o where o.inscriptionid = i.inscriptionid and o.status = 'offered' and o.deleted_at is null),
         'document', case when d.documentid is not null then jsonb_build_object('documentid', d.documentid, 'file', d.file, 'sha256', d.sha256) end)
    from inscription_letters l join inscriptions i on i.inscriptionid = l.inscriptionid join events e on e.eventid = i.eventid join distances x on x.distanceid = i.distanceid join web_users w on w.web_userid = i.web_userid
         left join inscription_documents d on l.kind = 'proof' and d.inscriptionid = i.inscriptionid and d.kind = 'confirmation' and d.status = 'current' and d.deleted_at is null
         cross join lateral (select coalesce(d.locale, w.locale, 'es') as locale) s
   where l.letterid = any($1) order by l.letterid`;

/** Reads what letters say now, in their order. */
export const readFacts = async (tx: Transaction, letterids: readonly number[]): Promise<readonly LetterFacts[]> =>
  (await tx.run(factsSql, [letterids])).map(([facts]) => facts as LetterFacts);
