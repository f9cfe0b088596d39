import type { ExternalInscription } from '@/resources/external_inscriptions/external_inscriptions';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { statusGroups } from '@/domain/registration/lifecycle';
import { createRecord } from '../../api/write/createRecords';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, DomainError, invalid, problemAt } from '../../kernel/DomainError';
import { outsideImport } from '../../kernel/importing';
import { select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { forgetUndoing, undoMemory } from '../../kernel/undoing';
import { advance } from '../registration/advance';
import { attempt } from '../registration/attempt';
import { findOrMake, onFields, sendProof, storedInscription } from '../registration/enrol';
import { forSale } from '../registration/forSale';
import { inscriptionsHooks } from '../registration/inscriptions.hooks';
import { numberAfterPayment } from '../registration/numbering';
import { distanceOf } from './saleDistance';
import { reasonOf, type SaleReason } from './saleReason';

/** What somebody decided about a sale that could not be matched by itself. */
export interface Choice {
  readonly distanceid?: number | null | undefined;
  readonly same_person?: 'yes' | 'no' | null | undefined;
  readonly web_userid?: number | null | undefined;
}
/** What becomes of a sale. */
export type SaleOutcome =
  | { readonly status: 'created'; readonly inscriptionid: number }
  | { readonly status: 'duplicate'; readonly other: number; readonly reason: SaleReason; readonly refusal: DomainError }
  | { readonly status: 'matched' | 'rejected'; readonly reason: SaleReason; readonly refusal: DomainError };

const i = columnsOf(inscriptions);
const m = columnsOf(tshirt_models, 'm');
const k = columnsOf(tshirt_stock, 'k');
const seated: readonly string[] = [...statusGroups.hold, ...statusGroups.active, ...statusGroups.disputed];
const personal = ['first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'email', 'phone', 'tshirt_size'] as const;

/** The shirt of the event that exists in the size of the sale, where there is only one. A size that no shirt has cannot be handed out. */
const shirtOf = async (tx: Transaction, { eventid, tshirt_size }: ExternalInscription): Promise<number | null> => {
  if (!tshirt_size) return null;
  const shirts = await select(
    tx,
    {
      id: m.tshirt_modelid,
      fits: value<boolean>(
        sql`exists (select 1 from ${k} where ${k.tshirt_modelid} = ${m.tshirt_modelid} and ${k.size} = ${tshirt_size} and ${k.deleted_at} is null)`,
      ),
    },
    sql`from ${m} where ${m.eventid} = ${eventid} and ${m.deleted_at} is null`,
  );
  const fitting = shirts.filter(({ fits }) => fits);
  if (shirts.length > 0 && fitting.length === 0) throw invalid([problemAt('tshirt_size', 'NO_SUCH_SIZE')]);
  return fitting.length === 1 ? (fitting[0]?.id ?? null) : null;
};

/** The registration by which an athlete is in an event already. */
const twinOf = async (tx: Transaction, eventid: number, web_userid: number): Promise<number | null> => {
  const [twin = null] = await selectAll(
    tx,
    i.inscriptionid,
    sql`from ${i} where ${i.eventid} = ${eventid} and ${i.web_userid} = ${web_userid} and ${i.status} = any(${seated}::text[]) and ${i.deleted_at} is null order by ${i.inscriptionid} limit 1`,
  );
  return twin;
};

type Enrolled = { readonly inscriptionid: number } | { readonly twin: number };
const said = (sale: ExternalInscription, names: readonly (keyof ExternalInscription)[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.flatMap((name) => (sale[name] == null ? [] : [[name, sale[name]]])));

/** Makes the registration of a sale: athlete, place, what was paid elsewhere, number and letter. */
const enrol = async (tx: Transaction, sale: ExternalInscription, choice: Choice): Promise<Enrolled> => {
  const { eventid, source, external_ref, amount_cents } = sale;
  const distanceid = await distanceOf(tx, sale, choice.distanceid ?? null);
  const { id: web_userid, isKnown } = await findOrMake(tx, { ...choice, person: said(sale, [...personal, 'curp']) }, (name) => name);
  const twin = isKnown ? await twinOf(tx, eventid, web_userid) : null;
  if (twin !== null) return { twin };
  const tshirt_modelid = await shirtOf(tx, sale);
  const values = {
    ...said(sale, personal),
    ...(tshirt_modelid !== null && { tshirt_modelid }),
    eventid,
    distanceid,
    web_userid,
    channel: 'partner',
    source,
    source_ref: external_ref,
  };
  const inscriptionid = await createRecord(tx, inscriptions, inscriptionsHooks, values, {
    asServer: true,
    unseen: true,
    found: Object.keys(inscriptions.fields).filter((name) => name !== 'web_userid' || !choice.web_userid), // the program of a partner sees none of what the server found
  });
  const paid = await advance(tx, await storedInscription(tx, inscriptionid), 'paid', {
    method: 'external',
    reference: external_ref,
    reason: source,
    set: { list_price_cents: amount_cents, discount_cents: 0, fee_cents: 0, total_cents: amount_cents },
  });
  await numberAfterPayment(tx, paid);
  if (paid.email) await sendProof(tx, inscriptionid);
  return { inscriptionid };
};

/** Judges a sale and registers it where nothing speaks against it; of a refused one, nothing is left but the reason. */
export const acceptSale = async (tx: Transaction, sale: ExternalInscription, choice: Choice = {}): Promise<SaleOutcome> => {
  let enrolled: Enrolled | null = null;
  forgetUndoing(tx);
  const refusal = await attempt(tx, async () => {
    enrolled = await outsideImport(tx, () =>
      forSale(tx, sale.external_inscriptionid, () =>
        onFields(
          tx,
          (name) => name,
          () => enrol(tx, sale, choice),
        ),
      ),
    );
  });
  if (refusal) {
    undoMemory(tx);
    if (refusal.statusCode >= 500) throw refusal;
    const isWaiting = refusal.code === 'ATHLETE_PROPOSED';
    return { status: isWaiting ? 'matched' : 'rejected', reason: reasonOf(refusal, tx.locale), refusal };
  }
  return outcomeOf(tx, enrolled);
};
const outcomeOf = (tx: Transaction, enrolled: Enrolled | null): SaleOutcome => {
  if (!enrolled) throw new Error('a sale that was not refused was not registered');
  if ('inscriptionid' in enrolled) return { status: 'created', inscriptionid: enrolled.inscriptionid };
  const refusal = conflict('SALE_DUPLICATE', [problemAt('duplicate_of_inscriptionid', 'SALE_DUPLICATE')]);
  return { status: 'duplicate', other: enrolled.twin, reason: reasonOf(new DomainError('SALE_DUPLICATE'), tx.locale), refusal };
};
