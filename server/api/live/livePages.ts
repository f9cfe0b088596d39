import { unauthenticated } from '../../kernel/DomainError';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { access_stamp } from '../../database/tables';
import { authSessions } from '../../database/authTables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { selectAll, selectOne, value, type Runner } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inTransaction, type Call } from '../../kernel/transaction';
import type { Listener, LivePage } from './LivePage';

/** Streams of one person; another one ends the oldest, whose page then asks at intervals. */
const mostOfPerson = 10;
/** Every so many checks the token itself is verified again. */
const tokenEvery = 4;
const s = columnsOf(authSessions, 's');
const stamps = columnsOf(access_stamp);
/** The stamp of permissions, and which of these sessions live, each with the person that it is now. */
const checked = (runner: Runner, sids: readonly string[], idleMs: number) =>
  selectOne(
    runner,
    {
      stamp: value<string | null>(sql`(select ${stamps.stamp}::text from ${stamps})`),
      sids: value<readonly string[]>(
        sql`array(select ${s.sid} || ' ' || case when ${s.seen_until} > now() then ${s.seen_userid} else ${s.userid} end from ${s}
              where ${s.sid} = any(${sids}::text[]) and ${s.revoked_at} is null and ${s.expires} > now()
                and ${s.last_active} > now() - ${idleMs}::float8 * interval '1 millisecond')`,
      ),
    },
    sql``,
  );

/** Who a request is, with their permissions; throws when nobody may listen. */
export const readListener = async (deps: ApiDeps, call: Call): Promise<Listener> => {
  const bearer = await deps.verifyBearer(call.authorization, call.ip);
  return inTransaction(deps, call, 'read', async (tx) => {
    if (tx.userid === null) throw unauthenticated();
    const [stamp = ''] = await selectAll(tx, value<string>(sql`${stamps.stamp}::text`), sql`from ${stamps}`);
    return { userid: tx.userid, name: tx.userName, grants: tx.grants, bearer, stamp };
  });
};

/** The pages that listen to this process. */
export interface LivePages {
  readonly all: () => readonly LivePage[];
  readonly find: (id: string) => LivePage | undefined;
  readonly add: (page: LivePage) => void;
  readonly remove: (page: LivePage) => void;
  /** Ends the pages of sessions that are over, or by now another person's, and reads changed permissions: one statement for all pages. */
  readonly check: () => Promise<void>;
}

export const createLivePages = (deps: ApiDeps): LivePages => {
  const pages = new Map<string, LivePage>();
  let checks = 0;
  const renew = async (page: LivePage): Promise<void> => {
    try {
      const next = await readListener(deps, page.call);
      if (next.bearer.org !== next.grants.organizationid) return page.end(); // no member of this organization any more
      page.become(next);
    } catch {
      page.end(); // the page connects again with a new token, and is refused if there is none
    }
  };
  const verify = async (page: LivePage): Promise<void> => {
    try {
      await deps.verifyBearer(page.call.authorization, page.call.ip);
    } catch {
      page.end();
    }
  };
  const look = async (): Promise<void> => {
    const open = [...pages.values()];
    if (open.length === 0) return;
    checks += 1;
    const sids = open.flatMap((page) => page.who().bearer.sid ?? []);
    const { stamp, sids: living } = (await checked(runnerOf(deps.pool), sids, deps.sessionIdleMs)) ?? { stamp: null, sids: [] };
    const alive = new Set(living);
    for (const page of open) {
      const { bearer, userid, stamp: known } = page.who();
      if (bearer.sid !== null && !alive.has(`${bearer.sid} ${userid}`)) page.end();
      else if (known !== stamp) await renew(page);
      else if (checks % tokenEvery === 0) await verify(page);
    }
  };
  let looking: Promise<void> | undefined;
  let isWanted = false;
  const check = async (): Promise<void> => {
    if (looking) {
      isWanted = true; // something changed after the running check read it
      return looking;
    }
    looking = look().catch(() => {}); // without the database no signals arrive either
    await looking;
    looking = undefined;
    if (!isWanted) return;
    isWanted = false;
    await check();
  };
  return {
    all: () => [...pages.values()],
    find: (id) => pages.get(id),
    add: (page) => {
      const own = [...pages.values()].filter((each) => each.who().userid === page.who().userid);
      for (const oldest of own.slice(0, Math.max(0, own.length - mostOfPerson + 1))) {
        oldest.tell('over', {});
        oldest.end();
        pages.delete(oldest.id);
      }
      pages.set(page.id, page);
    },
    remove: (page) => void pages.delete(page.id),
    check,
  };
};
