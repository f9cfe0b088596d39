import { createStore, type Store } from '../../state/createStore';
import type { SessionClient } from '../session/sessionClient';
import type { TokenManager } from '../session/tokenManager';
import { isRefusal, type OrganizationChoice, type OrganizationQueries, type UserId, type UserRole } from './organizationQueries';

export interface OrganizationState {
  /** Whether anybody asked for them yet. */
  readonly asked: boolean;
  /** `null` until they are known. A failure leaves them unknown, which is different from having none. */
  readonly organizations: readonly OrganizationChoice[] | null;
  readonly current: OrganizationChoice | null;
  /** Whether the services answered that this person has no account here, although the authentication site knows them. */
  readonly unknown: boolean;
  readonly roles: readonly UserRole[];
  /** The shop of the current organization, if it has one. */
  readonly storeid: number | null;
  /** `choice` while another organization is being saved in the session. */
  readonly loading: { readonly organizations: boolean; readonly roles: boolean; readonly store: boolean; readonly choice: boolean };
}
/** The result of a choice: accepted, not accepted by the session, or cancelled because of unsaved input. */
export type Choice = 'taken' | 'refused' | 'stayed';
export interface OrganizationStore extends Pick<Store<OrganizationState>, 'get' | 'subscribe'> {
  /** Loads the organizations of a person and chooses one. */
  load(userid: UserId): Promise<void>;
  /** Chooses another organization: saved in the session, then everything that belongs to it is read again. */
  choose(organizationid: number): Promise<Choice>;
  /**
   * Follows a choice that was made in another tab or on another device. If a person stays because of unsaved input, the session is set
   * back.
   */
  follow(organizationid: number): Promise<void>;
  /** Goes on with what this device knows while nothing can be asked. */
  assume(known: KnownOrganization): void;
}
/** The organization of a person, as a device keeps it. */
export type KnownOrganization = Pick<OrganizationState, 'current' | 'organizations' | 'roles' | 'storeid'>;
export interface OrganizationDeps {
  readonly queries: OrganizationQueries;
  readonly session: Pick<SessionClient, 'getState' | 'update'>;
  readonly tokens: Pick<TokenManager, 'clear'>;
  /** The current organization has changed: what was read for the old one is invalid. */
  readonly onChange?: () => void;
  /** Goes to the home page; false when the person stays because of unsaved input. */
  readonly goHome: () => Promise<boolean>;
  /** Logs a failure that the person does not see. */
  readonly note: (error: unknown) => void;
  /** How long to wait before each further try, in milliseconds. */
  readonly pausesMs?: readonly number[];
}

/** Each try is a call to the authentication site. */
const mostTried = 10;
const usualPausesMs = [500, 2000];
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

/** The organization of the session if it still exists, otherwise the first. */
export const settle = (organizations: readonly OrganizationChoice[], saved: number | undefined): OrganizationChoice | null =>
  organizations.find(({ organizationid }) => organizationid === saved) ?? organizations[0] ?? null;

/** The order in which organizations are tried: that of the session, or else the first, then the others. */
const inTurn = (organizations: readonly OrganizationChoice[], saved: number | undefined): readonly OrganizationChoice[] => {
  const first = settle(organizations, saved);
  return first ? [first, ...organizations.filter((each) => each !== first)] : [];
};

/** The state and the functions that change it. */
const createState = () => {
  const store = createStore<OrganizationState>(empty);
  const change = (part: Partial<OrganizationState>): void => store.set({ ...store.get(), ...part });
  const busy = (part: Partial<OrganizationState['loading']>): void => change({ loading: { ...store.get().loading, ...part } });
  const isCurrent = (organizationid: number): boolean => store.get().current?.organizationid === organizationid;
  return { store, change, busy, isCurrent };
};
type Swallow = (error: unknown) => null;
type Enter = (current: OrganizationChoice, person: UserId) => Promise<void>;

/** Makes an organization the current one, and reads what belongs to it. */
const createEnter = (
  { queries, onChange }: OrganizationDeps,
  { store, change, busy, isCurrent }: ReturnType<typeof createState>,
  swallow: Swallow,
): Enter => {
  const loadRoles = async (organizationid: number, person: UserId): Promise<void> => {
    busy({ roles: true });
    const roles = await queries.rolesByOrganization(organizationid, person).catch(swallow);
    if (!isCurrent(organizationid)) return; // an answer about an organization that is no longer current
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
  return async (current, person) => {
    onChange?.();
    change({ current, roles: [], storeid: null, loading: { ...store.get().loading, choice: false } });
    await Promise.all([loadRoles(current.organizationid, person), loadStore(current.organizationid)]);
  };
};

interface FindParts {
  readonly swallow: Swallow;
  readonly saveOneOf: (organizations: readonly OrganizationChoice[]) => Promise<OrganizationChoice | null>;
  readonly remembered: () => number | undefined;
}
/** Finds the organizations of a person and the one to enter. */
const createFind = (
  { queries, pausesMs = usualPausesMs }: OrganizationDeps,
  { store, change }: ReturnType<typeof createState>,
  { swallow, saveOneOf, remembered }: FindParts,
) => {
  const findOnce = async (userid: UserId): Promise<OrganizationChoice | null> => {
    const organizations = await queries.organizationsByUser(userid).catch((error: unknown) => {
      change({ unknown: isRefusal(error) });
      return swallow(error);
    });
    if (organizations) change({ organizations, unknown: false });
    return saveOneOf(inTurn(organizations ?? [], remembered()));
  };
  /** A request that failed by chance must not leave somebody without an organization until they load the page again. */
  return async (userid: UserId): Promise<OrganizationChoice | null> => {
    for (const pauseMs of pausesMs) {
      const found = await findOnce(userid);
      const { unknown, organizations } = store.get();
      if (found || unknown || organizations?.length === 0) return found;
      await new Promise((resolve) => void setTimeout(resolve, pauseMs));
    }
    return findOnce(userid);
  };
};

/** Holds the organizations of the person. Failures are swallowed as the specification says: flags cleared, nothing shown, but logged. */
export const createOrganizationStore = (deps: OrganizationDeps): OrganizationStore => {
  const { session, tokens, goHome, note } = deps;
  const state = createState();
  const { store, change, busy, isCurrent } = state;
  let person: UserId = 0;
  let moving = false;
  const remembered = (): number | undefined => session.getState().session?.organization?.organizationid;
  const swallow = (error: unknown): null => {
    note(error);
    return null;
  };
  const enter = createEnter(deps, state, swallow);

  const save = async ({ organizationid }: OrganizationChoice): Promise<boolean> => {
    if (remembered() === organizationid) return true;
    const { accepted } = await session
      .update({ organization: { organizationid } })
      .catch((error: unknown) => ({ accepted: swallow(error) !== null }));
    if (accepted) tokens.clear(); // the old token is for the old organization
    return accepted;
  };
  /** The first one that the authentication site accepts, which may not know all that exist here. */
  const saveOneOf = async (organizations: readonly OrganizationChoice[]): Promise<OrganizationChoice | null> => {
    for (const each of organizations.slice(0, mostTried)) if (await save(each)) return each;
    return null;
  };
  const find = createFind(deps, state, { swallow, saveOneOf, remembered });
  /** One change at a time: a second choice during the question or the saving does nothing. */
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
    if (await save(chosen)) return 'taken'; // it is changing until the other one is entered
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
      const current = await find(userid);
      const entering = current ? enter(current, person) : undefined;
      busy({ organizations: false });
      await entering;
    },
    assume: (known) => change({ ...known, asked: true, loading: idle }),
    choose: async (organizationid) => {
      const chosen = other(organizationid);
      if (!chosen) return 'stayed';
      const choice = await move(async () => ((await goHome()) ? saveAndSay(chosen) : 'stayed'));
      if (choice === 'taken') await enter(chosen, person);
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
      await enter(chosen, person);
    },
  };
};
