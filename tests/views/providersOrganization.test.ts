// @vitest-environment node
import { ClientError } from 'graphql-request';
import { describe, expect, test, vi } from 'vitest';
import { createOrganizationStore, settle } from '@/providers/organization/createOrganizationStore';
import { eventually } from '../support/eventually';

const choices = [
  { organizationid: 1, name: 'Alfa' },
  { organizationid: 2, name: 'Beta' },
];
const role = (slug: string) => ({ roleid: 1, category: 'EVENT', slug, name: slug });

const world = (
  saved?: number,
  queries: Partial<Record<'organizationsByUser' | 'rolesByOrganization' | 'storeOf', (...args: any[]) => Promise<any>>> = {},
) => {
  const order: string[] = [];
  let chosen = saved;
  const note = <T extends (...args: any[]) => any>(name: string, work: T) =>
    vi.fn((...args: Parameters<T>) => {
      order.push(name);
      return work(...args);
    });
  const deps = {
    queries: {
      organizationsByUser: note('organizations', queries.organizationsByUser ?? (async () => choices)),
      rolesByOrganization: note('roles', queries.rolesByOrganization ?? (async (id: number) => [role(`of-${id}`)])),
      storeOf: note('store', queries.storeOf ?? (async (id: number) => id * 10)),
    },
    session: {
      getState: () => ({ session: { organization: chosen === undefined ? null : { organizationid: chosen } } }) as never,
      update: note('session', async (change: any) => {
        chosen = change.organization.organizationid;
        return { accepted: true, session: null };
      }),
    },
    tokens: { clear: note('tokens', () => undefined) },
    onChange: note('forget', () => undefined),
    goHome: note('home', async () => true),
    note: vi.fn(),
    pausesMs: [],
  };
  return { order, deps, store: createOrganizationStore(deps as never) };
};

describe('a request that fails by chance', () => {
  const failing = (times: number) => {
    let left = times;
    const { order, deps } = world(undefined, {
      organizationsByUser: async () => {
        if (left > 0) {
          left -= 1;
          throw new Error('Failed to fetch');
        }
        return choices;
      },
    });
    return { order, store: createOrganizationStore({ ...deps, pausesMs: [1, 1] } as never) };
  };
  test('is made again, and the person has their organization', async () => {
    const { store, order } = failing(2);
    await store.load(7);
    expect(store.get()).toMatchObject({ current: { name: 'Alfa' }, loading: { organizations: false } });
    expect(order.filter((each) => each === 'organizations')).toHaveLength(3);
  });
  test('is given up after the third try', async () => {
    const { store, order } = failing(9);
    await store.load(7);
    expect(store.get()).toMatchObject({ current: null, organizations: null, loading: { organizations: false } });
    expect(order.filter((each) => each === 'organizations')).toHaveLength(3);
  });
});

test('a person whom the services refuse is unknown here, which no further try changes', async () => {
  const errors = [{ message: 'No', extensions: { statusCode: 403 } }];
  const refused = new ClientError({ status: 200, headers: new Headers(), errors } as never, { query: '' });
  const { deps, order } = world(undefined, { organizationsByUser: () => Promise.reject(refused) });
  const store = createOrganizationStore({ ...deps, pausesMs: [1, 1] } as never);
  await store.load(7);
  expect(store.get()).toMatchObject({ unknown: true, current: null, organizations: null });
  expect(order.filter((each) => each === 'organizations')).toHaveLength(1);
});

describe('the current organization', () => {
  test('is the one saved in the session if it still exists, otherwise the first', () => {
    expect(settle(choices, 2)?.name).toBe('Beta');
    expect(settle(choices, 99)?.name).toBe('Alfa');
    expect(settle(choices, undefined)?.name).toBe('Alfa');
    expect(settle([], 1)).toBeNull();
  });
  test('that was saved is entered without saving it again', async () => {
    const { store, deps } = world(2);
    await store.load(7);
    expect(store.get()).toMatchObject({
      current: { name: 'Beta' },
      roles: [{ slug: 'of-2' }],
      storeid: 20,
      loading: { organizations: false, roles: false, store: false },
    });
    expect(deps.session.update).not.toHaveBeenCalled();
    expect(deps.goHome).not.toHaveBeenCalled();
  });
  test('is the next one where the authentication site does not take the first', async () => {
    const { store, deps } = world();
    deps.session.update.mockResolvedValueOnce({ accepted: false, session: null } as never);
    await store.load(7);
    expect(deps.session.update.mock.calls.map(([change]) => change.organization.organizationid)).toEqual([1, 2]);
    expect(store.get()).toMatchObject({ current: { name: 'Beta' }, roles: [{ slug: 'of-2' }], loading: { organizations: false } });
  });
  test('is none where the site takes none, and at most ten are tried', async () => {
    const { store, deps } = world(undefined, {
      organizationsByUser: async () => Array.from({ length: 30 }, (_, index) => ({ organizationid: index + 1, name: String(index) })),
    });
    deps.session.update.mockResolvedValue({ accepted: false, session: null } as never);
    await store.load(7);
    expect([deps.session.update.mock.calls.length, store.get().current, store.get().loading.organizations]).toEqual([10, null, false]);
  });
  test('that falls back on the first is saved, so that tokens speak for it', async () => {
    const { store, deps } = world(99);
    await store.load(7);
    expect(deps.session.update).toHaveBeenCalledWith({ organization: { organizationid: 1 } });
    expect(deps.tokens.clear).toHaveBeenCalledOnce();
    expect(store.get().current?.name).toBe('Alfa');
  });
});

describe('choosing another', () => {
  test('goes home, saves it in the session, clears the tokens, and only then reads roles and store', async () => {
    const { store, order } = world(1);
    await store.load(7);
    order.length = 0;
    expect(await store.choose(2)).toBe('taken');
    expect(order).toEqual(['home', 'session', 'tokens', 'forget', 'roles', 'store']);
    expect(store.get()).toMatchObject({ current: { name: 'Beta' }, roles: [{ slug: 'of-2' }], storeid: 20 });
  });
  test('that the session does not take leaves the organization and its tokens as they were', async () => {
    const { store, deps } = world(1);
    await store.load(7);
    deps.session.update.mockResolvedValueOnce({ accepted: false, session: null } as never);
    expect(await store.choose(2)).toBe('refused');
    expect(store.get()).toMatchObject({ current: { name: 'Alfa' }, loading: { choice: false } });
    expect(deps.tokens.clear).not.toHaveBeenCalled();
  });
  test('leaves everything as it is for who stays with a half-filled form', async () => {
    const { store, deps, order } = world(1);
    await store.load(7);
    order.length = 0;
    deps.goHome.mockResolvedValueOnce(false);
    expect(await store.choose(2)).toBe('stayed');
    expect([store.get().current?.name, order]).toEqual(['Alfa', []]); // a refused way home notes nothing, and nothing follows it
  });
  test('says that it is being saved only while it is', async () => {
    const { store, deps } = world(1);
    await store.load(7);
    const seen: boolean[] = [];
    deps.session.update.mockImplementationOnce(async () => {
      seen.push(store.get().loading.choice);
      return { accepted: false, session: null };
    });
    await store.choose(2);
    expect([...seen, store.get().loading.choice]).toEqual([true, false]);
    const steps: string[] = [];
    store.subscribe(() => steps.push(`${store.get().current?.name} ${store.get().loading.choice}`));
    await store.choose(2);
    expect(steps.slice(0, 2)).toEqual(['Alfa true', 'Beta false']); // never back in the old one in between
  });
  test('waits for no second choice while the first is being asked about', async () => {
    const { store, deps } = world(1);
    await store.load(7);
    let answer: (leaves: boolean) => void = () => undefined;
    deps.goHome.mockReturnValueOnce(
      new Promise<boolean>((resolve) => {
        answer = resolve;
      }),
    );
    const first = store.choose(2);
    await store.follow(2);
    answer(true);
    expect(await first).toBe('taken');
    expect(deps.goHome).toHaveBeenCalledOnce();
  });
  test('the same, or one that is not theirs, does nothing', async () => {
    const { store, order } = world(1);
    await store.load(7);
    order.length = 0;
    await store.choose(1);
    await store.choose(99);
    expect(order).toEqual([]);
  });
  test('a late answer about the organization that was left is dropped', async () => {
    let late: (roles: unknown) => void = () => undefined;
    const { store } = world(1, {
      rolesByOrganization: (id: number) =>
        id === 1
          ? new Promise((resolve) => {
              late = resolve;
            })
          : Promise.resolve([role('of-2')]),
    });
    const first = store.load(7);
    await eventually(() => expect(store.get().current?.name).toBe('Alfa'));
    await store.choose(2);
    late([role('of-1')]);
    await first;
    expect(store.get().roles).toEqual([role('of-2')]);
  });
  test('in another tab is followed without saving it again', async () => {
    const { store, order } = world(1);
    await store.load(7);
    order.length = 0;
    await store.follow(2);
    expect(order).toEqual(['home', 'tokens', 'forget', 'roles', 'store']);
  });
  test('in another tab is taken back by who stays here with a half-filled form', async () => {
    const { store, deps } = world(1);
    await store.load(7);
    await deps.session.update({ organization: { organizationid: 2 } }); // the other tab
    deps.goHome.mockResolvedValueOnce(false);
    await store.follow(2);
    expect(deps.session.update).toHaveBeenLastCalledWith({ organization: { organizationid: 1 } });
    expect(store.get()).toMatchObject({ current: { name: 'Alfa' }, loading: { choice: false } });
  });
});

describe('a failure is swallowed and noted', () => {
  const fail = async () => {
    throw new Error('no');
  };
  test('of the organizations: unknown is not none', async () => {
    const { store, deps } = world(1, { organizationsByUser: fail });
    await store.load(7);
    expect(deps.note).toHaveBeenCalledOnce();
    expect(store.get()).toMatchObject({ organizations: null, current: null, loading: { organizations: false } });
  });
  test('of roles and store: flags cleared, the organization stays', async () => {
    const { store, deps } = world(1, { rolesByOrganization: fail, storeOf: fail });
    await store.load(7);
    expect(deps.note).toHaveBeenCalledTimes(2);
    expect(store.get()).toMatchObject({
      current: { name: 'Alfa' },
      roles: [],
      storeid: null,
      loading: { organizations: false, roles: false, store: false },
    });
  });
  test('of the session while choosing', async () => {
    const { store, deps } = world(1);
    await store.load(7);
    deps.session.update.mockRejectedValueOnce(new Error('no'));
    expect(await store.choose(2)).toBe('refused');
    expect(deps.note).toHaveBeenCalledOnce();
    expect(store.get().current?.name).toBe('Alfa');
  });
});
