import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What somebody did on this device, as it is stored: only whose and of which kind it is can be read without the key. */
export interface StoredEntry {
  readonly seq?: number;
  readonly client_uuid: string;
  readonly kind: string;
  readonly userid: number;
  readonly organizationid: number;
  readonly eventid: number;
  readonly state: 'waiting' | 'refused';
  readonly sealed: Sealed;
}
/** Data that only the key of this device opens. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}
/** What opens this device without a network: whose it is and until when can be read, the rest only with the key and the PIN. */
export interface StoredPass {
  readonly userid: number;
  readonly eventid: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  /** The key of the copies, sealed with the PIN and then with the key of the device. */
  readonly wrapped: Sealed;
  /** Who the person is and what they may, sealed with the key of the copies. */
  readonly contents: Sealed;
  readonly wrongTries: number;
  /** No PIN is compared before; milliseconds since 1970. */
  readonly closedUntil: number;
}
interface Tables extends DBSchema {
  keys: { key: string; value: CryptoKey };
  entries: { key: number; value: StoredEntry; indexes: { client_uuid: string } };
  copies: { key: string; value: Sealed };
  portraits: { key: string; value: Sealed };
  passes: { key: string; value: StoredPass };
}
export type DeviceDatabase = IDBPDatabase<Tables>;

/** Seals values with one key. */
export interface Seal {
  /** `label` belongs to the data: sealed data that was moved to another label does not open. */
  readonly seal: (value: unknown, label: string) => Promise<Sealed>;
  readonly open: (sealed: Sealed, label: string) => Promise<unknown>;
}
/** The database of this device, and what seals its contents. */
export interface DeviceVault extends Seal {
  readonly database: DeviceDatabase;
}

export const databaseName = 'dorsal-scan';
const version = 3,
  keyName = 'device',
  cipher = 'AES-GCM',
  ivBytes = 12;

/** Seals with AES-GCM; `open` rejects when the key or the label is another one. */
export const sealWith = (key: CryptoKey): Seal => ({
  seal: async (value, label) => {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const plain = new TextEncoder().encode(JSON.stringify(value));
    return { iv, data: await crypto.subtle.encrypt({ name: cipher, iv, additionalData: new TextEncoder().encode(label) }, key, plain) };
  },
  open: async ({ iv, data }, label) => {
    const plain = await crypto.subtle.decrypt({ name: cipher, iv, additionalData: new TextEncoder().encode(label) }, key, data);
    return JSON.parse(new TextDecoder().decode(plain));
  },
});

/** The key is created once and cannot be exported: a copy of the disk without this browser opens nothing. */
const deviceKey = async (database: DeviceDatabase): Promise<CryptoKey> => {
  const known = await database.get('keys', keyName);
  if (known) return known;
  const fresh = await crypto.subtle.generateKey({ name: cipher, length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may have created it meanwhile: the first one counts.
  const transaction = database.transaction('keys', 'readwrite');
  const first = await transaction.store.get(keyName);
  if (!first) await transaction.store.put(fresh, keyName);
  await transaction.done;
  return first ?? fresh;
};

/** Opens the database of this device; rejects where browsers forbid storage. */
export const openDeviceVault = async (name = databaseName): Promise<DeviceVault> => {
  const database = await openDB<Tables>(name, version, {
    upgrade: (fresh, from) => {
      if (from < 2) fresh.createObjectStore('passes');
      if (from < 3) fresh.createObjectStore('portraits');
      if (from > 0) return;
      fresh.createObjectStore('keys');
      fresh.createObjectStore('copies');
      fresh
        .createObjectStore('entries', { keyPath: 'seq', autoIncrement: true })
        .createIndex('client_uuid', 'client_uuid', { unique: true });
    },
    blocking: (_from, _to, { target }) => {
      if (target instanceof IDBDatabase) target.close(); // another tab has a newer page
    },
  });
  return { database, ...sealWith(await deviceKey(database)) };
};
