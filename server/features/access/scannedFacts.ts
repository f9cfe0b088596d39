import {
  tokenLetters,
  type PreparedBenefit,
  type PreparedGrant,
  type ScannedBenefit,
  type ScannedPerson,
} from '@/domain/registration/accessPoint';
import type { Pass, ScannedFacts } from '@/domain/registration/judgeScan';
import { access_scans } from '@/resources/access_scans/access_scans';
import { benefit_grants } from '@/resources/benefit_grants/benefit_grants';
import { benefits } from '@/resources/benefits/benefits';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { remember } from '../../kernel/remember';
import { pick, select, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const i = columnsOf(inscriptions, 'i');
const w = columnsOf(web_users, 'w');
const s = columnsOf(access_scans, 's');
const g = columnsOf(benefit_grants, 'g');
const b = columnsOf(benefits, 'b');

/** What a device keeps of a code: it recognises the code, and nobody makes one from what it keeps. */
export const digestOf = (code: SQL): SQL =>
  sql`left(encode(sha256(convert_to(${code}, 'UTF8')), 'base64'), ${sql.raw(String(tokenLetters))})`;

const shown = pick(i, 'inscriptionid', 'folio', 'prefix', 'number', 'name', 'status', 'distanceid', 'waveid', 'attention');
/** A registration as a door sees it. */
export interface SeenPerson extends ScannedPerson {
  readonly isBlocked: boolean;
  readonly token: string | null;
  readonly chip: string | null;
}

const none = sql`null::text`;
/**
 * Registrations of one event as a door sees them. The caller has found the point of that event with the policies of the person; the
 * account of an athlete is only read by the owner.
 */
export const readPeople = async (
  tx: Transaction,
  eventid: number,
  where: SQL,
  kept: { readonly token: SQL; readonly chip: SQL } = { token: none, chip: none },
): Promise<readonly SeenPerson[]> => {
  const found = await tx.asOwner(() =>
    select(
      tx,
      {
        ...shown,
        isBlocked: value<boolean>(sql`coalesce(${w.status} = 'blocked', false)`),
        token: value<string | null>(kept.token),
        chip: value<string | null>(kept.chip),
      },
      sql`from ${i} left join ${w} on ${w.web_userid} = ${i.web_userid} where ${i.eventid} = ${eventid} and i.deleted_at is null and ${where}`,
    ),
  );
  return found.map(({ folio, name, attention, ...rest }) => ({
    ...rest,
    folio: folio ?? '',
    name: name ?? '',
    attention: attention === true,
  }));
};

/** Who passed a point and when, for each registration in the order of time. */
export const readPasses = async (
  tx: Transaction,
  asenterid: number,
  inscriptionids: readonly number[],
): Promise<ReadonlyMap<number, readonly Pass[]>> => {
  const passes = new Map<number, Pass[]>();
  if (inscriptionids.length === 0) return passes;
  const rows = await select(
    tx,
    pick(s, 'inscriptionid', 'direction', 'scanned_at'),
    sql`from ${s} where ${s.asenterid} = ${asenterid} and ${s.inscriptionid} = any(${inscriptionids}::bigint[]) and ${s.result} = 'ok' order by ${s.scanned_at}, ${s.scanid}`,
  );
  for (const { inscriptionid, direction, scanned_at } of rows)
    if (inscriptionid !== null) remember(passes, inscriptionid, () => []).push({ direction, at: scanned_at });
  return passes;
};

/** What the rules of a point ask about a registration. */
export const factsOf = ({ status, distanceid, waveid, isBlocked }: SeenPerson, passes: readonly Pass[] = []): ScannedFacts => ({
  status,
  distanceid,
  waveid,
  isBlocked,
  passes,
});

/** Benefits that somebody hands over on site: links and automatic ones are not among them. */
const onSite = ['qr', 'in_store', 'single_code', 'code_pool'];
/** The benefits of a registration that a door can redeem or has redeemed, the one that was read first. */
export const readBenefits = async (
  tx: Transaction,
  inscriptionid: number,
  scanned: number | undefined,
): Promise<readonly ScannedBenefit[]> => {
  const rows = await select(
    tx,
    { benefit_grantid: g.benefit_grantid, name: b.name, kind: b.kind, state: g.state, redeemed_at: g.redeemed_at },
    sql`from ${g} join ${b} on ${b.benefitid} = ${g.benefitid}
     where ${g.inscriptionid} = ${inscriptionid} and ${g.state} in ('granted', 'redeemed') and g.deleted_at is null and b.deleted_at is null
       and ${b.redemption} = any(${onSite}::text[]) and ${b.status} = 'active'
     order by ${g.benefit_grantid} = ${scanned ?? null}::bigint desc nulls last, ${g.state}, ${b.sort}, ${g.benefit_grantid}`,
  );
  return rows.flatMap(({ state, ...row }) =>
    state === 'granted' || state === 'redeemed' ? [{ ...row, state, isScanned: row.benefit_grantid === scanned }] : [],
  );
};

/** The benefits of an event that a door hands over, in their order. */
export const readPrepared = (tx: Transaction, eventid: number): Promise<readonly PreparedBenefit[]> =>
  select(
    tx,
    { id: b.benefitid, ...pick(b, 'name', 'kind', 'starts_at', 'ends_at') },
    sql`from ${b} where ${b.eventid} = ${eventid} and b.deleted_at is null and ${b.redemption} = any(${onSite}::text[])
      and ${b.status} = 'active' order by ${b.sort}, ${b.benefitid}`,
  );
/** What registrations have of them, as a device keeps it. */
export const readGrants = async (
  tx: Transaction,
  eventid: number,
  inscriptionids: readonly number[],
): Promise<ReadonlyMap<number, readonly PreparedGrant[]>> => {
  const grants = new Map<number, PreparedGrant[]>();
  const rows = await select(
    tx,
    {
      ...pick(g, 'benefit_grantid', 'benefitid', 'inscriptionid', 'redeemed_at'),
      voucher: value<string | null>(digestOf(sql`upper(${g.code})`)),
    },
    sql`from ${g} where ${g.eventid} = ${eventid} and ${g.inscriptionid} = any(${[...inscriptionids]}::bigint[])
      and ${g.state} in ('granted', 'redeemed') and g.deleted_at is null order by ${g.benefit_grantid}`,
  );
  for (const { inscriptionid, ...grant } of rows) if (inscriptionid !== null) remember(grants, inscriptionid, () => []).push(grant);
  return grants;
};
