import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { profile_roles } from '@/resources/profile_roles/profile_roles';
import { profiles } from '@/resources/profiles/profiles';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import { spread } from './profiles.hooks';

const p = columnsOf(profiles, 'p');
const m = columnsOf(memberships, 'm');
const mr = columnsOf(membership_roles, 'mr');
const pr = columnsOf(profile_roles, 'pr');

const membersAtOnce = 100;
const brought = sql`from ${pr} where ${pr.profileid} = ${m.profileid} and ${pr.deleted_at} is null`;
const has = sql`from ${mr} where ${mr.membershipid} = ${m.membershipid} and ${mr.deleted_at} is null`;
/** Whether a change of the profile has not reached the member: a key to remove, to add, or of another level. */
const isBehind = sql`(
  exists (select 1 ${has} and ${mr.source} = 'profile' and not exists (select 1 ${brought} and ${pr.roleid} = ${mr.roleid} and ${pr.access} = ${mr.access}))
  or exists (select 1 ${brought} and not exists (select 1 ${has} and ${mr.roleid} = ${pr.roleid} and (${mr.access} = ${pr.access} or (${mr.source} <> 'profile' and ${pr.access} <> 'edit')))))`;

/**
 * Brings members the keys of their profile where a change of it broke off between two portions: a key that was taken away must end for
 * everybody. A change of the last minute may still be under way. Answers how many members were behind.
 */
export const completeProfiles = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, isOver: () => boolean = () => false): Promise<number> => {
  let count = 0;
  for (let after: number | undefined = 0; after !== undefined && !isOver();) {
    const from: number = after;
    const found = await inSystemTransaction(deps, async (tx) => {
      const members = await select(
        tx,
        { ...pick(m, 'membershipid'), profileid: p.profileid },
        sql`from ${m} join ${p} on ${p.profileid} = ${m.profileid} and ${p.deleted_at} is null and ${p.updated} < now() - interval '1 minute'
             where ${m.membershipid} > ${from} and ${m.deleted_at} is null and ${isBehind} order by ${m.membershipid} limit ${sql.raw(String(membersAtOnce))}`,
      );
      for (const profileid of new Set(members.map((each) => each.profileid)))
        await spread(tx, profileid, {
          members: members.filter((each) => each.profileid === profileid).map(({ membershipid }) => membershipid),
        });
      return members.map(({ membershipid }) => membershipid);
    });
    count += found.length;
    after = found.length === membersAtOnce ? found.at(-1) : undefined;
  }
  return count;
};
