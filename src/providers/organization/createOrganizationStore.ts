import { createStore, type Store } from '../../state/createStore';
import type { SessionClient } from '../session/sessionClient';
import type { TokenManager } from '../session/tokenManager';
import { isRefusal, type OrganizationChoice, type OrganizationQueries, type UserId, type UserRole } from './organizationQueries';

export interface OrganizationState {
  /** Whether anybody asked for them yet. */
  readonly asked: boolean;
  /** `null` until they are known; a failure leaves them unknown, which is not the same as having none. */
  readonly organizations: readonly OrganizationChoice[] | null;
  readonly current: OrganizationChoice | null;
  /** Whether the services said that this person has no account here, although the authentication site knows them. */
  readonly unknown: boolean;
  readonly roles: readonly UserRole[];
  /** The store of the current organisation, when it has one. */
  readonly storeid: number | null;
  /** `choice` while another organisation is being saved in the session. */
  readonly loading: { readonly organizations: boolean; readonly roles: boolean; readonly store: boolean; readonly choice: boolean };
}
/** How a choice ended: taken, not taken by the session, or given up for what was typed. */
export type Choice = 'taken' | 'refused' | 'stayed';
export interface OrganizationStore extends Pick<Store<OrganizationState>, 'get' | 'subscribe'> {
  /** Loads the organisations of a person and settles on one. */
  load(userid: UserId): Promise<void>;
  /** Chooses another organisation: saved in the session, then everything that belongs to it is read again. */
  choose(organizationid: number): Promise<Choice>;
  /** Follows a choice that was made elsewhere: another tab, another device. Who stays with a half-filled form takes the session back to where they are. */
  follow(organizationid: number): Promise<void>;
}
export interface OrganizationDeps {
  readonly queries: OrganizationQueries;
  readonly session: Pick<SessionClient, 'getState' | 'update'>;
  readonly tokens: Pick<TokenManager, 'clear'>;
  /** The current organisation is another one: what was read under the old one is worth nothing. */
  readonly onChange?: () => void;
  /** Leads home; false when the person stays with what they typed. */
  readonly goHome: () => Promise<boolean>;
  /** Notes a failure that the person is not told about. */
  readonly note: (error: unknown) => void;
}

/** Each try is a call to the authentication site. */
const mostTried = 10;
const idle = { organizations: false, roles: false, store: false, choice: false } as const;
const empty: OrganizationState = {
  asked: false,
  organizations: null,
  current: null,
  unknown: false,
  roles: [],
  storeid: null,
  loading: idle,
};

/** The organisation that the session remembers if it still exists, otherwise the first. */
export const settle = (organizations: readonly OrganizationChoice[], saved: number | undefined): OrganizationChoice | null =>
  organizations.find(({ organizationid }) => organizationid === saved) ?? organizations[0] ?? null;

/** The order in which organisations are tried: the one of the session, or else the first, then the others. */
const inTurn = (organizations: readonly OrganizationChoice[], saved: number | undefined): readonly OrganizationChoice[] => {
  const first = settle(organizations, saved);
  return first ? [first, ...organizations.filter((each) => each !== first)] : [];
};

/** Holds the organisations of the person. Failures are swallowed as the specification says: flags cleared, nothing shown, and noted. */
export const createOrganizationStore = ({ queries, session, tokens, onChange, goHome, note }: OrganizationDeps): OrganizationStore => {
  const store = createStore<OrganizationState>(empty);
  let person: UserId = 0;
  let moving = false;
  const change = (part: Partial<OrganizationState>): void => store.set({ ...store.get(), ...part });
  const busy = (part: Partial<OrganizationState['loading']>): void => change({ loading: { ...store.get().loading, ...part } });
  const remembered = (): number | undefined => session.getState().session?.organization?.organizationid;
  const isCurrent = (organizationid: number): boolean => store.get().current?.organizationid === organizationid;
  const swallow = (error: unknown): null => {
    note(error);
    return null;
  };

  const loadRoles = async (organizationid: number): Promise<void> => {
    busy({ roles: true });
    const roles = await queries.rolesByOrganization(organizationid, person).catch(swallow);
    if (!isCurrent(organizationid)) return; // an answer about an organisation that was left
    if (roles) change({ roles });
    busy({ roles: false });
  };
  const loadStore = async (organizationid: number): Promise<void> => {
    busy({ store: true });
    const storeid = await queries.storeOf(organizationid).catch(swallow);
    if (!isCurrent(organizationid)) return;
    change({ storeid });
    busy({ store: false });
  };
  const enter = async (current: OrganizationChoice): Promise<void> => {
    onChange?.();
    change({ current, roles: [], storeid: null, loading: { ...store.get().loading, choice: false } });
    await Promise.all([loadRoles(current.organizationid), loadStore(current.organizationid)]);
  };
  const save = async ({ organizationid }: OrganizationChoice): Promise<boolean> => {
    if (remembered() === organizationid) return true;
    const { accepted } = await session
      .update({ organization: { organizationid } })
      .catch((error: unknown) => ({ accepted: swallow(error) !== null }));
    if (accepted) tokens.clear(); // the old token speaks for the old organisation
    return accepted;
  };
  /** The first that the authentication site takes: it may not know each of those that exist here. */
  const saveOneOf = async (organizations: readonly OrganizationChoice[]): Promise<OrganizationChoice | null> => {
    for (const each of organizations.slice(0, mostTried)) if (await save(each)) return each;
    return null;
  };
  /** One move at a time: a second choice while the first is asked about or saved does nothing. */
  const move = async (work: () => Promise<Choice>): Promise<Choice> => {
    moving = true;
    try {
      return await work();
    } finally {
      moving = false;
    }
  };
  const other = (organizationid: number): OrganizationChoice | undefined =>
    moving || isCurrent(organizationid) ? undefined : store.get().organizations?.find((each) => each.organizationid === organizationid);
  const saveAndSay = async (chosen: OrganizationChoice): Promise<Choice> => {
    busy({ choice: true });
    if (await save(chosen)) return 'taken'; // it is being changed until the other one is entered
    busy({ choice: false });
    return 'refused';
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    load: async (userid) => {
      person = userid;
      change({ asked: true });
      busy({ organizations: true });
      const organizations = await queries.organizationsByUser(userid).catch((error: unknown) => {
        change({ unknown: isRefusal(error) });
        return swallow(error);
      });
      if (organizations) change({ organizations, unknown: false });
      const current = await saveOneOf(inTurn(organizations ?? [], remembered()));
      const entering = current ? enter(current) : undefined;
      busy({ organizations: false });
      await entering;
    },
    choose: async (organizationid) => {
      const chosen = other(organizationid);
      if (!chosen) return 'stayed';
      const choice = await move(async () => ((await goHome()) ? saveAndSay(chosen) : 'stayed'));
      if (choice === 'taken') await enter(chosen);
      return choice;
    },
    follow: async (organizationid) => {
      const chosen = other(organizationid);
      const { current } = store.get();
      if (!chosen || !current) return;
      const choice = await move(async () => {
        if (await goHome()) return 'taken';
        await save(current);
        return 'stayed';
      });
      if (choice !== 'taken') return;
      tokens.clear();
      await enter(chosen);
    },
  };
};
