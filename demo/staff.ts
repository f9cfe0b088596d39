import type { RegionalKey } from '@/schema';
import { grantsOf, type ProfileSlug } from '../server/reference/profiles';
import { day, iso, type Calendar } from './calendar';
import { demoAccounts, demoUserOf, newcomer } from '../server/demoAccounts';
import type { Row } from './insertRows';
import { giantOrganization, northernOrganization, platformOrganization, secondOrganization } from './organizations';
import type { TableRows } from './plans';
import { createRandom, seedOf } from './random';
import { familyNames, menNames, womenNames } from './words';

/** The keys that the database gave to the roles and profiles. */
export interface Catalogue {
  readonly roleid: ReadonlyMap<string, number>;
  readonly profileid: ReadonlyMap<string, number>;
}

interface Seat {
  readonly userid: number;
  readonly organizationid: number;
  readonly profile: ProfileSlug;
  /** `ended` is a membership that was in force until a day in the past. */
  readonly status?: 'active' | 'invited' | 'ended' | 'revoked';
  readonly regions?: readonly RegionalKey[];
  /** Limits the membership to these events. */
  readonly events?: readonly number[];
}

const chapter = 71,
  sponsoredEvents = [1, 4] as const;
const ordinary: ReadonlySet<ProfileSlug> = new Set(['organizer', 'kit-delivery', 'timing', 'sponsor-viewer']);
const organizerOf = (
  userid: number,
  organizationid: number,
  profile: ProfileSlug = 'organizer',
  status: Seat['status'] = 'active',
): Seat => ({ userid, organizationid, profile, status });

const demoSeats = demoAccounts.flatMap(({ userid, profile }): Seat[] => {
  const seat: Seat = { userid, profile, organizationid: ordinary.has(profile) ? giantOrganization : platformOrganization };
  if (profile === 'regional-admin') return [{ ...seat, regions: ['centro', 'bajio'] }];
  if (profile === 'sponsor-viewer') return [{ ...seat, events: sponsoredEvents }];
  return profile === 'organizer' ? [seat, { ...seat, organizationid: secondOrganization }] : [seat];
});

/** Colleagues who fill the lists; none of them can sign in. */
const colleagueSeats: readonly Seat[] = [
  organizerOf(12, giantOrganization),
  organizerOf(13, giantOrganization, 'kit-delivery'),
  organizerOf(14, giantOrganization, 'kit-delivery'),
  organizerOf(15, giantOrganization, 'timing', 'ended'),
  organizerOf(16, giantOrganization, 'organizer', 'invited'),
  organizerOf(17, secondOrganization),
  organizerOf(18, secondOrganization, 'kit-delivery'),
  organizerOf(19, secondOrganization, 'timing'),
  organizerOf(20, northernOrganization),
  organizerOf(21, northernOrganization, 'kit-delivery'),
  organizerOf(22, northernOrganization, 'organizer', 'revoked'),
  organizerOf(23, platformOrganization, 'customer-support'),
  organizerOf(24, platformOrganization, 'finance'),
  organizerOf(25, platformOrganization, 'web-editor', 'invited'),
  { userid: 26, organizationid: platformOrganization, profile: 'regional-admin', regions: ['norte', 'noreste'] },
  organizerOf(27, northernOrganization, 'sponsor-viewer'),
];

const emailOf = (userid: number): string =>
  [...demoAccounts, newcomer].find((each) => each.userid === userid)?.email ?? `colaborador${userid}@example.com`;

const userRow = (userid: number, seats: readonly Seat[], { now, today }: Calendar): Row => {
  const chance = createRandom(seedOf(chapter, userid));
  const account = [...demoAccounts, newcomer].find((each) => each.userid === userid);
  const first_name = chance.pick(chance.chance(0.5) ? womenNames : menNames);
  const created = iso(today - chance.between(200, 900) * day);
  return {
    userid,
    asdeporteid: `ASD-U${String(userid).padStart(6, '0')}`,
    email: emailOf(userid),
    first_name,
    last_name: chance.pick(familyNames),
    second_last_name: chance.pick(familyNames),
    phone: `550033${4000 + userid}`,
    phone_ext: chance.chance(0.2) ? String(chance.between(100, 199)) : null,
    locale: chance.chance(0.9) ? 'es' : 'en',
    status: userid === 22 ? 'suspended' : 'active',
    last_login_at: account ? null : iso(now - chance.between(1, 400) * 3_600_000),
    selected_organizationid: seats[0]?.organizationid ?? null,
    created,
    updated: created,
  };
};

const isInvited = ({ status }: Seat): boolean => status === 'invited';
const nameOf = ({ first_name, last_name, second_last_name }: Row): string => [first_name, last_name, second_last_name].join(' ');
const inviters: Readonly<Record<number, number>> = {
  [giantOrganization]: demoUserOf('organizer'),
  [platformOrganization]: demoUserOf('super-admin'),
};
/** Invited people have no account: only what was typed about them. */
const personOf = (seat: Seat, calendar: Calendar): Row => {
  const row = userRow(seat.userid, [seat], calendar);
  const person = { email: row['email'], name: nameOf(row) };
  return isInvited(seat)
    ? { ...person, userid: null, answer_by: iso(calendar.now + 5 * day), created_by: inviters[seat.organizationid] }
    : { ...person, userid: seat.userid, answer_by: null, created_by: null };
};

/** Staff with their memberships, the keys of their profiles, their regions and their events. */
export const makeStaff = (
  calendar: Calendar,
  { roleid, profileid }: Catalogue,
): readonly [staff: TableRows, seats: readonly TableRows[]] => {
  const seats = [...demoSeats, ...colleagueSeats];
  const users = [...new Set(seats.filter((seat) => !isInvited(seat)).map(({ userid }) => userid))]
    .map((userid) =>
      userRow(
        userid,
        seats.filter((seat) => seat.userid === userid),
        calendar,
      ),
    )
    .concat(userRow(newcomer.userid, [], calendar));
  const created = iso(calendar.today - 180 * day);
  const numbered = seats.map((seat, at) => ({ ...seat, membershipid: at + 1 }));
  const grant = (membershipid: number, organizationid: number, role: string, access: string, source: string): Row => ({
    organizationid,
    membershipid,
    roleid: roleid.get(role),
    access,
    source,
  });
  return [
    { table: 'users', rows: users },
    [
      {
        table: 'memberships',
        rows: numbered.map(({ membershipid, userid, organizationid, profile, status = 'active', events }) => ({
          ...personOf({ userid, organizationid, profile, status }, calendar),
          membershipid,
          organizationid,
          profileid: profileid.get(profile),
          status: status === 'ended' ? 'active' : status,
          event_scope: events ? 'selected' : 'all',
          expires_at: status === 'ended' ? iso(calendar.today - 20 * day) : null,
          created,
          updated: created,
        })),
      },
      {
        table: 'membership_roles',
        rows: numbered.flatMap(({ membershipid, organizationid, profile, regions = [] }) => [
          ...grantsOf(profile).map(({ role, access }) => grant(membershipid, organizationid, role, access, 'profile')),
          ...regions.map((region) => grant(membershipid, organizationid, region, 'edit', 'direct')),
        ]),
      },
      {
        table: 'membership_events',
        rows: numbered.flatMap(({ membershipid, organizationid, events = [] }) =>
          events.map((eventid) => ({ organizationid, membershipid, eventid })),
        ),
      },
    ],
  ];
};
