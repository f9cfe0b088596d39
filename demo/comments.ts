import type pg from 'pg';
import { demoUserOf } from '../server/demoAccounts';
import type { ProfileSlug } from '../server/reference/profiles';
import { day, iso, type Calendar } from './calendar';
import { insertRows } from './insertRows';
import { giantOrganization } from './organizations';

const hour = 3_600_000;
const said: readonly { readonly by: ProfileSlug; readonly to: readonly ProfileSlug[]; readonly text: string; readonly ago: number }[] = [
  { by: 'organizer', to: ['finance'], text: '¿Ya quedó el anticipo del circuito? Lo piden antes del viernes.', ago: 2 * day },
  { by: 'finance', to: ['organizer'], text: 'Sale el jueves. Falta la factura del proveedor.', ago: 2 * day - 3 * hour },
  { by: 'organizer', to: [], text: 'Pedida. La adjunto en cuanto llegue.', ago: day },
];

/** What members of one organization wrote to each other about its next event. */
export const fillComments = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const { rows } = await client.query<{ id: number }>(
    `select eventid::int as id from events where organizationid = $1 and start_at > $2 and deleted_at is null order by start_at, eventid limit 1`,
    [giantOrganization, iso(now)],
  );
  await insertRows(
    client,
    'comments',
    rows.flatMap(({ id }) =>
      said.map(({ by, to, text, ago }) => ({
        organizationid: giantOrganization,
        resource: 'events',
        recordid: id,
        text,
        mentioned_userids: to.map(demoUserOf),
        userid: demoUserOf(by),
        created: iso(now - ago),
        updated: iso(now - ago),
      })),
    ),
  );
};
