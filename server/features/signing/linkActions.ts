import { renderSVG } from 'uqr';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { events } from '@/resources/events/events';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict } from '../../kernel/DomainError';
import type { Group } from '../../kernel/group';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { layAllDown, waitingFor } from '../letters/layDown';
import { signLinkOf } from '../signLinks/signLinks';
import { signsOnline } from '../signLinks/signsOnline';

const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const closed = () => conflict('SIGNING_CLOSED', [{ path: 'exoneration_status', code: 'SIGNING_CLOSED' }]);

/** Which of some registrations have a text in force that is signed at their link. */
const onlineOf = async (tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    await selectAll(
      tx,
      i.inscriptionid,
      sql`from ${i} join ${e} on ${e.eventid} = ${i.eventid} where ${i.inscriptionid} = any(${ids}::bigint[]) and ${signsOnline(e, i.distanceid)}`,
    ),
  );

/** Link to sign: the address of the page and its code, for staff at the desk. */
export const signLink = async (
  tx: Transaction,
  { inscriptionid }: Inscription,
): Promise<{ readonly link: string; readonly qr: string }> => {
  const link = signLinkOf(tx, inscriptionid);
  if (!link || !(await onlineOf(tx, [inscriptionid])).has(inscriptionid)) throw closed();
  return { link: link.path, qr: renderSVG(link.address, { border: 2 }) };
};

/** Remind to sign: queues letters with the link, in the place of the proof, which such a letter brings along. */
export const remindWaiver = async (group: Group<Inscription>): Promise<void> => {
  const { tx } = group;
  group.refuseWhere(({ email }) => (email ? null : conflict('WITHOUT_EMAIL', [{ path: 'email', code: 'WITHOUT_EMAIL' }])));
  const ids = group.members().map(({ id }) => id);
  const [online, waiting] = [await onlineOf(tx, ids), await waitingFor(tx, ids, 'proof')];
  group.refuseWhere((_row, id) => (online.has(id) ? null : closed()));
  group.refuseWhere((_row, id) => (waiting.has(id) ? conflict('LETTER_WAITS') : null));
  await layAllDown(
    tx,
    group.members().map(({ row }) => row),
    'proof',
  );
};
