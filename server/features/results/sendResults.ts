import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_sets } from '@/resources/result_sets/result_sets';
import type { Result } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict } from '../../kernel/DomainError';
import type { Group } from '../../kernel/group';
import { select, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { layAllDown, waitingFor } from '../letters/layDown';

const s = columnsOf(result_sets);
const i = columnsOf(inscriptions);

/** Send result: queues letters with the published result and the page where the certificate is got, for athletes who are known and have an address. */
export const sendResults = async (group: Group<Result>): Promise<void> => {
  const { tx } = group;
  const members = group.members();
  const sets = [...new Set(members.map(({ row }) => row.result_setid))],
    ids = [...new Set(members.flatMap(({ row }) => row.inscriptionid ?? []))];
  const published = new Set(
    await selectAll(
      tx,
      s.result_setid,
      sql`from ${s} where ${s.result_setid} = any(${sets}::bigint[]) and ${s.status} in ('provisional', 'official')`,
    ),
  );
  group.refuseWhere(({ result_setid, inscriptionid }) =>
    !published.has(result_setid) ? conflict('RESULTS_UNPUBLISHED') : inscriptionid === null ? conflict('RESULTS_UNMATCHED') : null,
  );
  const found = await tx.asOwner(() =>
    select(
      tx,
      { inscriptionid: i.inscriptionid, eventid: i.eventid, email: i.email },
      sql`from ${i} where ${i.inscriptionid} = any(${ids}::bigint[]) and ${i.deleted_at} is null`,
    ),
  );
  const byId = new Map(found.map((each) => [each.inscriptionid, each]));
  const waiting = await waitingFor(tx, ids, 'result');
  group.refuseWhere(({ inscriptionid }) => {
    if (!byId.get(inscriptionid ?? 0)?.email) return conflict('WITHOUT_EMAIL');
    return waiting.has(inscriptionid ?? 0) ? conflict('LETTER_WAITS') : null;
  });
  await layAllDown(
    tx,
    group.members().flatMap(({ row }) => byId.get(row.inscriptionid ?? 0) ?? []),
    'result',
  );
};
