import type { Readable } from 'node:stream';
import { mayTakePersonalData } from '@/domain/personalData';
import { web_users } from '@/resources/web_users/web_users';
import { localStorage } from '../../../adapters/objectStorage/localStorage';
import type { ObjectStorages } from '../../../adapters/objectStorage/ObjectStorage';
import { listCondition } from '../../../api/list/readList';
import { uploads } from '../../../database/tables';
import { columnsOf } from '../../../kernel/columnsOf';
import { DomainError, forbidden } from '../../../kernel/DomainError';
import { pick, select, selectAll, value } from '../../../kernel/select';
import { column, sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { certificateFile } from '../../certificates/certificateFile';
import { readBytes } from '../../documents/documentBytes';
import { waiverFile } from '../../documents/waiverFile';
import type { ArchivedFile, ArchiveKind } from '../engine/ArchiveKind';
import { aboutPerson } from './aboutPerson';
import { personalRows, type PersonalRows } from './personalRows';
import { personalTables } from './personalTables';

const u = columnsOf(uploads);
const most = 1000;
/** Makes one file, when its turn comes. */
type Entry = (tx: Transaction) => Promise<ArchivedFile | null>;

const bytesOf = async (stream: Readable): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};
const address = /\/api\/upload\/([A-Za-z0-9_.-]+)/g;
/** The uploads that rows name, and how their owners called them. */
const uploadEntries = async (tx: Transaction, found: readonly PersonalRows[], storages: ObjectStorages): Promise<readonly Entry[]> => {
  const ids = [...new Set(found.flatMap(({ rows }) => [...JSON.stringify(rows).matchAll(address)].map(([, id = '']) => id)))];
  const rows = await tx.asOwner(() =>
    select(
      tx,
      pick(u, 'uploadid', 'storage'),
      sql`from ${u} where ${u.uploadid} = any(${ids}::text[]) and ${u.dropped_at} is null order by ${u.uploadid}`,
    ),
  );
  return rows.map(({ uploadid, storage: name }): Entry => async (within) => {
    const local = localStorage(within.client); // the embedded database has no other connection
    const storage = name === local.name ? local : storages.named(name);
    if (!storage) throw new Error(`no object storage is called "${name}"`);
    const stream = await within.asOwner(() => storage.get(uploadid));
    return stream && { file: `files/${uploadid}`, data: await within.asOwner(() => bytesOf(stream)) };
  });
};

const rowsNamed = (found: readonly PersonalRows[], name: string): PersonalRows['rows'] =>
  found.find(({ resource }) => resource.name === name)?.rows ?? [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** What this server wrote for the person: signed waivers, certificates and documents of registrations. */
const paperEntries = (found: readonly PersonalRows[], storages: ObjectStorages): readonly Entry[] => {
  const signed = new Set(rowsNamed(found, 'exoneration_signatures').map((row) => Number(row['inscriptionid'])));
  const draw = certificateFile(storages);
  return [
    ...[...signed].map((id): Entry => async (tx) => {
      const waiver = await waiverFile(tx, id);
      return waiver && { file: `waivers/${id} ${waiver.file}`, data: waiver.data };
    }),
    ...rowsNamed(found, 'certificates').map((row): Entry => async (tx) => {
      const drawn = await draw(tx, textOf(row['serial']));
      return drawn && { file: `certificates/${drawn.serial}.pdf`, data: drawn.data };
    }),
    ...rowsNamed(found, 'inscription_documents').map((row): Entry => async (tx) => {
      const data = await readBytes(tx, textOf(row['sha256']));
      return data && { file: `documents/${Number(row['inscription_documentid'])}.pdf`, data };
    }),
  ];
};

const entriesOf = async (
  tx: Transaction,
  storages: ObjectStorages,
  asked: Parameters<ArchiveKind['keys']>[2],
): Promise<readonly Entry[]> => {
  if (!mayTakePersonalData(tx.grants)) throw forbidden();
  const [id] = await selectAll(
    tx,
    value<number>(column('t', web_users.key)),
    sql`from web_users t where ${listCondition(tx, web_users, asked)} limit 1`,
  );
  if (id === undefined) return [];
  const found = await personalRows(tx, id);
  const tables = [...(await personalTables(tx, found)), ...(await aboutPerson(tx, found))];
  const entries = [
    ...tables.map(
      (file): Entry =>
        async () =>
          file,
    ),
    ...paperEntries(found, storages),
    ...(await uploadEntries(tx, found, storages)),
  ];
  if (entries.length > most) throw new DomainError('DOWNLOAD_TOO_MANY_ROWS', { params: { rows: entries.length, most, format: 'ZIP' } });
  return entries;
};

/** Everything that is kept about one athlete: a table and a JSON file for each resource, who looked at it or changed it, and the files. Its keys are places in that order. */
export const personalFiles: ArchiveKind = {
  of: ['web_users'],
  folder: '',
  table: 'web_users.archive.table',
  most,
  keys: (tx) => {
    if (!mayTakePersonalData(tx.grants)) throw forbidden();
    return { key: sql`n.place`, from: sql`from generate_series(1, ${most}::int) n(place) where true` };
  },
  open: (storages, asked) => {
    let entries: readonly Entry[] | undefined;
    return async (tx, place) => {
      entries ??= await entriesOf(tx, storages, asked);
      return (await entries[place - 1]?.(tx)) ?? null;
    };
  },
};
