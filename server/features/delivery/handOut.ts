import { correctedInstant } from '@/domain/registration/deviceClock';
import { kitFor, obstaclesOf, receiverProblems, type DeskKit, type DeskPerson } from '@/domain/registration/desk';
import { desks } from '@/resources/desks/desks';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import type { Handing } from '@/resources/kit_deliveries/handingFields';
import { kit_deliveries, type KitDelivery } from '@/resources/kit_deliveries/kit_deliveries';
import { formatDay } from '@/words/format';
import { createAudited, updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, forbidden, invalid, problemAt, type DomainError } from '../../kernel/DomainError';
import { openGroup } from '../../kernel/group';
import { exists, selectAll, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { affiliationFor } from '../fmtri/affiliationFor';
import { updateNumber } from '../registration/actions/numbers';
import { updateTshirt } from '../registration/actions/shirts';
import { attempt } from '../registration/attempt';
import { countPieces, judgePieces } from './pieces';
import { readBib } from './readBib';
import { readKits } from './readKits';
import { readPerson } from './readPeople';
import { handShirt } from './shirts';
import { isSupervisor, kitStatusOf, markKit } from './standing';
import { lockInscription, takeBack } from './takeBack';
import { takeFromLater } from './takeFromLater';

const k = columnsOf(kit_deliveries);
const i = columnsOf(inscriptions);
const d = columnsOf(desks);

/** Somebody else takes the kit: their name and the letter that allows it are recorded. */
const judgeReceiver = ({ receiver_type, receiver_name, evidence_files, override_reason }: Handing): void => {
  const problems = receiverProblems(receiver_type ?? 'holder', {
    hasName: Boolean(receiver_name),
    hasLetter: Boolean(evidence_files?.length),
    isOverridden: Boolean(override_reason),
  });
  if (problems.length > 0) throw invalid(problems.map(({ path, code }) => problemAt(`input.${path}`, code)));
};
/** A supervisor may override what is not final, with a reason. */
const judgePerson = (tx: Transaction, person: DeskPerson, { receiver_type, override_reason }: Handing): void => {
  const obstacles = obstaclesOf(person, receiver_type ?? 'holder');
  const final = obstacles.find(({ isFinal }) => isFinal) ?? (override_reason ? undefined : obstacles[0]);
  if (final)
    throw conflict(final.code, [{ path: 'input.inscriptionid', code: final.code }], {
      state: { key: `inscriptions.choices.status.${person.status}` },
      ...(person.sanction && {
        from: formatDay(person.sanction.from),
        until: formatDay(person.sanction.until),
        reason: person.sanction.reason,
      }),
    });
  if (override_reason && !isSupervisor(tx)) throw forbidden([{ path: 'input.override_reason', code: 'OVERRIDE_NOT_ALLOWED' }]);
};

/** The number and the size that the desk hands out become those of the registration. Answers the size that it had. */
const changeWhatIsHanded = async (tx: Transaction, row: Inscription, { prefix, number, tshirt_size }: Handing): Promise<string | null> => {
  const isNewNumber = number !== null && number !== undefined && (row.number !== number || (row.prefix ?? null) !== (prefix ?? null));
  if (isNewNumber) await updateNumber(tx, row, { prefix, number });
  if (!tshirt_size || tshirt_size === row.tshirt_size) return null;
  const now = isNewNumber ? await readStored(tx, inscriptions, row.inscriptionid) : row;
  const { group, refusals } = openGroup(tx, [{ id: row.inscriptionid, row: now ?? row }]);
  await updateTshirt(group, { tshirt_size });
  for (const refusal of refusals.values()) throw refusal;
  return row.tshirt_size;
};

interface Scene {
  readonly person: DeskPerson;
  readonly kit: DeskKit | null;
  readonly at: string;
  readonly skew: number | null;
}
/** A kit is handed out by a person. */
const staffOf = ({ userid }: Transaction): number => {
  if (userid === null) throw forbidden();
  return userid;
};
/** What a row of deliveries holds whatever becomes of it. */
const recordOf = (tx: Transaction, handing: Handing, { person, at, skew }: Scene) => ({
  inscriptionid: handing.inscriptionid,
  eventid: handing.eventid,
  deskid: handing.deskid ?? null,
  delivered_at: at,
  synced_at: new Date().toISOString(),
  clock_skew_s: skew,
  receiver_type: handing.receiver_type ?? 'holder',
  receiver_name: handing.receiver_name ?? null,
  receiver_id_type: handing.receiver_id_type ?? null,
  receiver_id_last4: handing.receiver_id_last4 ?? null,
  evidence_files: handing.evidence_files ?? null,
  exoneration_checked: person.waiver === 'signed' || person.waiver === 'not_required',
  affiliation_checked: person.affiliation === 'held',
  by_userid: staffOf(tx),
  device_id: handing.device_id ?? null,
  client_uuid: handing.client_uuid,
});

/** Hands the kit out: pieces and shirt leave the stock, number and size change, and the registration knows it. */
const apply = async (tx: Transaction, handing: Handing, scene: Scene, known?: number): Promise<number> => {
  const { person, kit } = scene;
  const row = await readStored(tx, inscriptions, handing.inscriptionid);
  if (!row) throw invalid([{ path: 'input.inscriptionid', code: 'INVALID_REFERENCE' }]);
  judgePerson(tx, person, handing);
  judgeReceiver(handing);
  const pieces = judgePieces(kit, person, handing.items);
  if (kit && kit.pieces.length > 0 && !pieces.some(({ qty }) => qty > 0)) throw invalid([{ path: 'input.items', code: 'REQUIRED' }]);
  if (handing.bib_code && typeof handing.number !== 'number') throw invalid([{ path: 'input.bib_code', code: 'UNKNOWN_BIB' }]);
  const formerSize = await changeWhatIsHanded(tx, row, handing);
  await countPieces(tx, pieces, 1);
  const typeOf = new Map(kit?.pieces.map(({ kit_itemid, type }) => [kit_itemid, type]));
  const hasShirt = pieces.some(({ kit_itemid, qty }) => qty > 0 && typeOf.get(kit_itemid) === 'tshirt');
  if (hasShirt) await handShirt(tx, handing.inscriptionid);
  const items = pieces.map((piece) =>
    formerSize !== null && typeOf.get(piece.kit_itemid) === 'tshirt'
      ? { ...piece, status: 'swapped' as const, old_size: formerSize, new_size: handing.tshirt_size ?? null }
      : piece,
  );
  const handed = { ...person.handed };
  for (const { kit_itemid, qty } of items) handed[kit_itemid] = (handed[kit_itemid] ?? 0) + qty;
  const status = kitStatusOf(kit, handed, true) === 'delivered' ? 'delivered' : 'partial';
  const values = {
    ...recordOf(tx, handing, scene),
    items,
    number_delivered: handing.number ?? row.number,
    status,
    group_deliveryid: await groupOf(tx, handing),
    void_reason: handing.override_reason ?? null,
  } as const;
  if (known !== undefined) await updateRow(tx, kit_deliveries, known, { status, items, void_reason: values.void_reason });
  const id = known ?? (await createAudited(tx, kit_deliveries, values));
  await markKit(tx, { ...person, eventid: handing.eventid }, status, handing.override_reason);
  return id;
};

/** The delivery of the first of a group that is picked up together. */
const groupOf = async (tx: Transaction, { group_uuid, client_uuid, eventid }: Handing): Promise<number | null> => {
  if (!group_uuid || group_uuid === client_uuid) return null;
  const [first = null] = await selectAll(
    tx,
    k.kit_deliveryid,
    sql`from ${k} where ${k.client_uuid} = ${group_uuid} and ${k.eventid} = ${eventid} and ${k.deleted_at} is null`,
  );
  return first;
};

/** What became of a request to hand out a kit. */
export interface Handed {
  readonly kit_deliveryid: number;
  readonly status: KitDelivery['status'];
  /** Why it is a conflict. */
  readonly reason: string | null;
  readonly person: DeskPerson | null;
}
const answerOf = async (tx: Transaction, id: number): Promise<Handed> => {
  const found = await selectOne(
    tx,
    { kit_deliveryid: k.kit_deliveryid, status: k.status, reason: k.void_reason, inscriptionid: k.inscriptionid },
    sql`from ${k} where ${k.kit_deliveryid} = ${id}`,
  );
  if (!found) throw new Error(`delivery ${id} is missing`);
  const { inscriptionid, ...rest } = found;
  return { ...rest, reason: found.status === 'conflict' ? found.reason : null, person: (await readPerson(tx, inscriptionid)) ?? null };
};

const readScene = async (tx: Transaction, { eventid, inscriptionid }: Handing, at: string, skew: number | null): Promise<Scene> => {
  const person = await readPerson(tx, inscriptionid);
  if (!person) throw invalid([{ path: 'input.inscriptionid', code: 'INVALID_REFERENCE' }]);
  return { person, kit: kitFor(await readKits(tx, eventid), person.distanceid), at, skew };
};
/** A person who affiliated after registering is not stopped at the desk. */
const affiliate = async (tx: Transaction, handing: Handing, scene: Scene): Promise<Scene> => {
  if (scene.person.affiliation !== 'missing') return scene;
  const row = await readStored(tx, inscriptions, handing.inscriptionid);
  const found = row && (await affiliationFor(tx, row));
  if (!found) return scene;
  await updateAudited(tx, inscriptions, (one) => sql`${one.inscriptionid} = ${handing.inscriptionid}`, { fmtri_affiliationid: found });
  return { ...scene, person: { ...scene.person, affiliation: 'held' } };
};

/** The registration and the desk are of the event, and this person sees them. */
const judgePlace = async (tx: Transaction, { eventid, inscriptionid, deskid }: Handing): Promise<void> => {
  const isHere = await exists(tx, sql`from ${i} where ${i.inscriptionid} = ${inscriptionid} and ${i.eventid} = ${eventid}`);
  if (!isHere || !(await reaches(tx, inscriptions, inscriptionid, 'show')))
    throw invalid([{ path: 'input.inscriptionid', code: 'INVALID_REFERENCE' }]);
  if (deskid && !(await exists(tx, sql`from ${d} where ${d.deskid} = ${deskid} and ${d.eventid} = ${eventid} and ${d.deleted_at} is null`)))
    throw invalid([{ path: 'input.deskid', code: 'INVALID_REFERENCE' }]);
};

const handedBefore = (tx: Transaction, { inscriptionid }: Handing) =>
  selectOne(
    tx,
    { kit_deliveryid: k.kit_deliveryid, at: k.delivered_at, by: k.by_userid, desk: k.deskid },
    sql`from ${k} where ${k.inscriptionid} = ${inscriptionid} and ${k.status} = 'delivered' and ${k.deleted_at} is null`,
  );

/**
 * Hands out a kit, once for each `client_uuid`. A desk that was offline has handed it out already: what is refused then becomes a conflict
 * for a supervisor, and of two deliveries the first by the time of the devices is valid.
 */
export const handOut = async (tx: Transaction, given: Handing): Promise<Handed> => {
  await judgePlace(tx, given);
  const handing = await readBib(tx, given);
  await lockInscription(tx, handing.inscriptionid);
  const [known] = await selectAll(tx, k.kit_deliveryid, sql`from ${k} where ${k.client_uuid} = ${handing.client_uuid}`);
  if (known !== undefined) return answerOf(tx, known);
  const { at, skew_s } = correctedInstant({ ...handing, at: handing.delivered_at });
  let scene = await affiliate(tx, handing, await readScene(tx, handing, at, skew_s));
  if (!handing.queued) return answerOf(tx, await apply(tx, handing, scene));
  const earlier = await handedBefore(tx, handing);
  if (earlier && Date.parse(String(earlier.at)) > Date.parse(at)) {
    const row = await readStored(tx, kit_deliveries, earlier.kit_deliveryid);
    if (row) await takeBack(tx, row, 'conflict', 'KIT_DELIVERED');
    scene = await readScene(tx, handing, at, skew_s);
  }
  let id = 0;
  const go = () =>
    attempt(tx, async () => {
      id = await apply(tx, handing, scene);
    });
  let refusal = await go();
  if (refusal && (await takeFromLater(tx, handing, at, refusal))) refusal = await go();
  if (refusal) id = await keepConflict(tx, handing, scene, refusal);
  return answerOf(tx, id);
};

/** The kit left a desk although the present state refuses it: nothing is counted until a supervisor settles it. */
const keepConflict = async (tx: Transaction, handing: Handing, scene: Scene, refusal: DomainError): Promise<number> => {
  const kit = scene.kit;
  const items = (handing.items ?? []).flatMap(({ kit_itemid, qty, status }) => {
    const piece = kit?.pieces.find((one) => one.kit_itemid === kit_itemid);
    return piece ? [{ kit_itemid, name: piece.name['es'] ?? '', qty, status, old_size: null, new_size: null }] : [];
  });
  return createAudited(tx, kit_deliveries, {
    ...recordOf(tx, handing, scene),
    items,
    number_delivered: handing.number ?? scene.person.number,
    status: 'conflict',
    void_reason: refusal.errors[0]?.code ?? refusal.code,
  });
};

/** A supervisor accepts a delivery that was a conflict: it counts now. */
export const acceptConflict = async (tx: Transaction, row: KitDelivery, reason: string): Promise<void> => {
  await lockInscription(tx, row.inscriptionid);
  const handing: Handing = {
    client_uuid: row.client_uuid,
    eventid: row.eventid,
    inscriptionid: row.inscriptionid,
    delivered_at: String(row.delivered_at),
    receiver_type: row.receiver_type ?? 'holder',
    receiver_name: row.receiver_name,
    evidence_files: row.evidence_files,
    items: row.items?.length ? row.items.map(({ kit_itemid, qty, status }) => ({ kit_itemid, qty, status })) : null,
    number: null,
    override_reason: reason,
  };
  await apply(tx, handing, await readScene(tx, handing, String(row.delivered_at), row.clock_skew_s), row.kit_deliveryid);
};
