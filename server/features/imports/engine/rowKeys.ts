import { createHash } from 'node:crypto';
import { foldText } from '@/schema/foldText';
import { import_keys } from '../../../database/tables';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute, select, selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { remember } from '../../../kernel/remember';
import { isAboutPeople, type Importable } from './Importable';
import { saidIn } from './people';
import { personSaid, type ReadRow, type Scene } from './scene';

const k = columnsOf(import_keys);
const hashBytes = 6;
const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUIntBE(0, hashBytes);
const plain = (value: unknown): string => foldText(String(value));
const ofValues = (names: readonly string[], values: ReadRow['values']): string =>
  `${names.join()} ${names.map((name) => plain(values[name] ?? '')).join('|')}`;

interface OnlyOnce {
  readonly names: readonly string[];
  /** Whether a row that lacks a part is like another one that lacks it too. */
  readonly isLoose: boolean;
}
const known = new WeakMap<Importable, readonly OnlyOnce[]>();
/** Values of a row that only one record holds, besides its event and its organization. */
const onlyOnce = (importable: Importable): readonly OnlyOnce[] =>
  remember(known, importable, () => {
    const { resource, imports } = importable;
    const isAthlete = (name: string): boolean => name === imports.athlete?.field; // what is unique for an athlete is found by the athlete
    const fields = Object.entries(resource.fields).flatMap(([name, { options }]) =>
      options.unique ? [{ on: [name], isLoose: false }] : [],
    );
    const sets = [
      ...fields,
      ...(resource.indexes ?? []).flatMap(({ unique, on, nullsNotDistinct = false }) =>
        unique && !on.some(isAthlete) ? [{ on, isLoose: nullsNotDistinct }] : [],
      ),
      ...Object.values(imports.matches).map((on) => ({ on, isLoose: false })),
    ];
    return sets.flatMap(({ on, isLoose }) => {
      const names = on.filter((name) => name !== imports.event && name !== 'organizationid');
      return names.length > 0 ? [{ names, isLoose }] : [];
    });
  });

type Of = Pick<Scene, 'job' | 'importable'>;
/** The texts of values that only one row of a file has. */
const onceTexts = ({ importable: { imports } }: Pick<Scene, 'importable'>, { values }: ReadRow): readonly string[] =>
  (imports.once ?? []).flatMap((names) => (values[names.at(-1) ?? ''] == null ? [] : [`once ${ofValues(names, values)}`]));
/** What a row has that another row of the file may have too, so that one depends on the other: people, and values that only one record holds. */
export const keyTexts = (scene: Of, read: ReadRow): readonly string[] => {
  const { importable } = scene;
  const { values } = read;
  const said = isAboutPeople(importable) ? personSaid(scene, read) : saidIn(values); // a sale is of a person too, who may be registered once
  const people = [
    said.curp && `curp ${said.curp}`,
    said.email && `email ${said.email}`,
    said.source_ref && `source ${said.source} ${said.source_ref}`,
    said.birth_date && said.last_name && `name ${said.birth_date} ${plain(said.last_name)}`,
  ];
  const has = (name: string): boolean => values[name] != null;
  const unique = onlyOnce(importable).flatMap(
    ({ names, isLoose }) => ((isLoose ? names.some(has) : names.every(has)) ? [ofValues(names, values)] : []), // what lacks a part is like no other
  );
  return [...people.flatMap((each) => each || []), ...unique, ...onceTexts(scene, read)];
};

/** The same as they are kept. */
export const keysOf = (scene: Of, read: ReadRow): readonly number[] => [...new Set(keyTexts(scene, read).map(hashOf))];
/** The keys of values that only one row of a file has. */
export const onceKeysOf = (scene: Pick<Scene, 'importable'>, read: ReadRow): readonly number[] => onceTexts(scene, read).map(hashOf);

/** The first row of a file that has each of some keys. */
export const firstRowsWith = async (tx: Transaction, jobid: number, keys: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  if (keys.length === 0) return new Map();
  const found = await tx.asOwner(() =>
    select(
      tx,
      { hash: k.hash, row_no: value<number>(sql`min(${k.row_no})::int`) },
      sql`from ${k} where ${k.import_jobid} = ${jobid} and ${k.hash} = any(${keys}::bigint[]) group by ${k.hash}`,
    ),
  );
  return new Map(found.map(({ hash, row_no }) => [hash, row_no]));
};

/** Writes down the keys of rows that were checked, in place of those of an earlier check. */
export const keepKeys = (
  tx: Transaction,
  jobid: number,
  rows: readonly { readonly row_no: number; readonly keys: readonly number[] }[],
): Promise<void> =>
  tx.asOwner(async () => {
    const numbers = rows.map(({ row_no }) => row_no);
    await execute(tx, sql`delete from ${k} where ${k.import_jobid} = ${jobid} and ${k.row_no} = any(${numbers}::int[])`);
    const pairs = rows.flatMap(({ row_no, keys }) => keys.map((hash) => ({ row_no, hash })));
    await execute(
      tx,
      sql`insert into ${k} (${k.import_jobid}, ${k.hash}, ${k.row_no}) select ${jobid}::bigint, u.hash, u.row_no from unnest(${pairs.map(({ hash }) => hash)}::bigint[], ${pairs.map(({ row_no }) => row_no)}::int[]) u(hash, row_no)`,
    );
  });

/** Forgets the keys of an import that needs no further check. */
export const dropKeys = (tx: Transaction, jobid: number): Promise<void> =>
  tx.asOwner(() => execute(tx, sql`delete from ${k} where ${k.import_jobid} = ${jobid}`));

/** Rows before a row that have one of these keys. */
export const rowsWith = (tx: Transaction, jobid: number, keys: readonly number[], before: number): Promise<readonly number[]> =>
  tx.asOwner(() =>
    selectAll(
      tx,
      k.row_no,
      sql`from ${k} where ${k.import_jobid} = ${jobid} and ${k.hash} = any(${keys}::bigint[]) and ${k.row_no} < ${before} group by ${k.row_no} order by ${k.row_no}`,
    ),
  );
