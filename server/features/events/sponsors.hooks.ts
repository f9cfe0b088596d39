import { sponsors } from '@/resources/sponsors/sponsors';
import { conflict, forbidden } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { updateAudited } from '../../api/write/audited';
import { checkReferences } from '../../api/write/references';
import { rowsFor } from '../../api/list/visible';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const s = columnsOf(sponsors);
/** The server's rules for sponsors: all sponsors of an event are reordered, or none. */
export const sponsorsHooks = defineHooks(sponsors, {
  actions: {
    order: async ({ tx, input: { eventid, sponsors: wanted } }) => {
      await checkReferences(tx, sponsors, { eventid }, { eventid }, 'input.');
      const stored = await selectAll(tx, s.sponsorid, sql`from ${s} where ${s.eventid} = ${eventid} and ${s.deleted_at} is null`);
      const open = await rowsFor(tx, sponsors, stored, 'edit');
      if (open.size < stored.length) throw forbidden();
      const ids = wanted.map(({ sponsorid }) => sponsorid);
      if (new Set(ids).size !== ids.length || ids.length !== stored.length || ids.some((id) => !open.has(id)))
        throw conflict('ORDER_CHANGED', [{ path: 'input.sponsors', code: 'ORDER_CHANGED' }]);
      const moved = ids.map((id, sort) => ({ id, sort })).filter(({ id, sort }) => open.get(id)?.row['sort'] !== sort);
      for (const { id, sort } of moved) await updateAudited(tx, sponsors, (row) => sql`${row.sponsorid} = ${id}`, { sort });
      return { moved: moved.length };
    },
  },
});
