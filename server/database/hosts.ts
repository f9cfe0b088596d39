import pg from 'pg';
import { DatabaseError } from './DatabaseError';

const address = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?$/;
const attribute = 'target_session_attrs';
const supported: ReadonlySet<string> = new Set(['any', 'read-write', 'primary']);

/** The servers in an address, one address each: `postgres://u@one:5432,two:5433/db?target_session_attrs=read-write` has two. */
export const addressesOf = (databaseUrl: string): readonly string[] => {
  const [, scheme, user, hosts, path, query = ''] = address.exec(databaseUrl) ?? [];
  if (scheme === undefined || user === undefined || hosts === undefined || path === undefined) return [databaseUrl];
  const options = new URLSearchParams(query),
    wanted = options.get(attribute);
  if (wanted === null && !hosts.includes(',')) return [databaseUrl];
  if (wanted !== null && !supported.has(wanted))
    throw new DatabaseError(`${attribute} in DATABASE_URL is "${wanted}"; Dorsal writes, so it takes ${[...supported].join(', ')}.`);
  options.delete(attribute);
  const rest = options.size > 0 ? `?${options}` : '';
  return hosts.split(',').map((host) => `${scheme}${user}${host}${path}${rest}`);
};

const takesWritesSql = "select current_setting('transaction_read_only') = 'off' as writes";
const probeMs = 3000;
const takesWrites = async (connectionString: string): Promise<string> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeMs, query_timeout: probeMs, application_name: 'dorsal' });
  client.on('error', () => {}); // a server that disconnects while it is asked gives no answer
  try {
    await client.connect();
    const { rows } = await client.query<{ writes: boolean }>(takesWritesSql);
    if (!rows[0]?.writes) throw new Error('it takes no writes');
    return connectionString;
  } finally {
    await client.end().catch(() => {});
  }
};

/** Which of several servers is writable now. */
export interface Hosts {
  /** The client for a pool: it connects to the writable server. */
  readonly Client: typeof pg.Client;
  /** Refuses a fresh connection to a server that is no longer writable. */
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
  /** Searches the writable server again at the next connection. */
  readonly forget: () => void;
}

const readOnlyServer = '25006';
/** Asks all servers at once while the writable one is unknown, and keeps using it until it fails. */
export const createHosts = (addresses: readonly string[]): Hosts => {
  let known: string | undefined, looking: Promise<string> | undefined;
  const forget = (): void => {
    known = undefined;
  };
  const look = async (): Promise<string> => {
    try {
      return await Promise.any(addresses.map(takesWrites));
    } catch (error) {
      const reasons =
        error instanceof AggregateError
          ? error.errors.map((each) => (each instanceof Error ? each.message || each.name : String(each)))
          : [];
      throw Object.assign(new Error(`none of ${addresses.length} servers takes writes: ${reasons.join('; ')}`, { cause: error }), {
        code: '08001',
      });
    }
  };
  const find = async (): Promise<string> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    known ??= await looking;
    return known;
  };
  class Client extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => {}); // a server may end a connection before the pool listens to it
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): Promise<pg.Client> | void {
      const opened = (known === undefined ? find() : Promise.resolve(known)).then(async (at) => {
        const { host, port } = new pg.Client({ connectionString: at });
        Object.assign(this, { host, port });
        await super.connect();
        return this;
      });
      opened.catch(forget);
      if (!callback) return opened;
      const answer = callback as (error: Error | null, client?: pg.Client) => void;
      opened.then(
        (client) => answer(null, client),
        (error: Error) => answer(error),
      );
    }
  }
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    const { rows } = await client.query<{ writes: boolean }>(takesWritesSql);
    if (rows[0]?.writes) return;
    forget();
    throw Object.assign(new Error('the server takes no writes any more'), { code: readOnlyServer });
  };
  return { Client, onConnect, forget };
};
