import { sponsors } from '@/resources/sponsors/sponsors';
import { conflict, forbidden } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { changeBeside } from '../../api/write/beside';
import { checkReferences } from '../../api/write/references';
import { rowsFor } from '../../api/list/visible';

/** What happens around sponsors that only the server knows: an event has all of its sponsors in one order, or is left as it was. */
export const sponsorsHooks = defineHooks(sponsors, {
  actions: {
    order: async ({ tx, input: { eventid, sponsors: wanted } }) => {
      await checkReferences(tx, sponsors, { eventid }, { eventid }, 'input.');
      const stored = (await tx.run('select sponsorid from sponsors where eventid = $1 and deleted_at is null', [eventid])).map(([id]) =>
        Number(id),
      );
      const open = await rowsFor(tx, sponsors, stored, 'edit');
      if (open.size < stored.length) throw forbidden();
      const ids = wanted.map(({ sponsorid }) => sponsorid);
      if (new Set(ids).size !== ids.length || ids.length !== stored.length || ids.some((id) => !open.has(id)))
        throw conflict('ORDER_CHANGED', [{ path: 'input.sponsors', code: 'ORDER_CHANGED' }]);
      const moved = ids.map((id, sort) => ({ id, sort })).filter(({ id, sort }) => open.get(id)!.row['sort'] !== sort);
      for (const { id, sort } of moved) await changeBeside(tx, sponsors, 't.sponsorid = $7', [id], { sort });
      return { moved: moved.length };
    },
  },
});
