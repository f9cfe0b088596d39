import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;
/** A membership: in which organization, under which profile of the system. */
interface Seat {
  readonly org: number;
  readonly profile: string;
  readonly regions?: readonly string[];
  readonly events?: readonly number[];
}

/** Adds a person with a live session and, in each organization, the keys of a system profile, of some regions and for some events. */
export const addPerson = async (pool: Client, name: string, memberships: readonly Seat[] = []): Promise<number> => {
  const { rows } = await pool.query(
    `insert into users (asdeporteid, email, first_name, last_name, status) values ($1, $2, $1, 'Prueba', 'active') returning userid`,
    [name, `${name}@prueba.test`],
  );
  const userid = Number(rows[0].userid);
  await pool.query(`insert into auth_sessions (sid, userid, expires) values ($1, $2, now() + interval '1 hour')`, [`sid-${name}`, userid]);
  for (const { org, profile, regions = [], events } of memberships) {
    const made = await pool.query(
      `insert into memberships (userid, email, name, organizationid, status, event_scope, profileid) values ($1, $5, $6, $2, 'active', $3, (select profileid from profiles where slug = $4 and is_system)) returning membershipid`,
      [userid, org, events ? 'selected' : 'all', profile, `${name}@prueba.test`, `${name} Prueba`],
    );
    const id = made.rows[0].membershipid;
    await pool.query(
      `insert into membership_roles (membershipid, organizationid, roleid, access, source) select $1, $2, pr.roleid, pr.access, 'profile' from profile_roles pr join profiles p using (profileid) where p.slug = $3 and p.is_system`,
      [id, org, profile],
    );
    await pool.query(
      `insert into membership_roles (membershipid, organizationid, roleid, access, source) select $1, $2, roleid, 'edit', 'direct' from roles where slug = any($3) on conflict do nothing`,
      [id, org, regions],
    );
    for (const event of events ?? [])
      await pool.query(`insert into membership_events (membershipid, organizationid, eventid) values ($1, $2, $3)`, [id, org, event]);
  }
  return userid;
};
