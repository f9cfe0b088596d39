import { nth } from '@/schema/must';
import { isWritable, type AnyField, type AnyResource } from '@/schema';
import type { ErrorCode } from '@/schema/errorCodes';
import type { ImportCall } from '../../../kernel/ImportHooks';
import { explain } from '../../../kernel/constraints';
import { conflict, DomainError, invalid } from '../../../kernel/DomainError';
import type { Row } from '../../../kernel/Row';
import { selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { readStored } from '../../../api/list/stored';
import type { Trust } from '../../../api/write/accept';
import { createRecord, createRecords, type Created } from '../../../api/write/createRecords';
import { editRecord } from '../../../api/write/write';
import { keyFields, missingIn, readMatches, valuesOf } from './matches';
import { isOwn, personSaid, type ReadRow, type Scene } from './scene';
import type { Found } from './people';
import type { RowChange, RowReason } from './rows';

/** What a row comes to. */
export interface Verdict {
  readonly action: 'create' | 'update' | 'skip' | 'error';
  readonly reasons: readonly RowReason[];
  readonly changes: readonly RowChange[];
  readonly person: 'id' | 'curp' | 'email_birth' | 'source' | 'name_birth' | 'made' | 'given' | null;
  readonly web_userid: number | null;
  /** The record that was written, and its version then. */
  readonly recordid: number | null;
  readonly version: number | null;
  readonly isDuplicate: boolean;
}
export const nothing = {
  reasons: [],
  changes: [],
  person: null,
  web_userid: null,
  recordid: null,
  version: null,
  isDuplicate: false,
} as const;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Why a row was refused, on its fields. Nothing where the error is no refusal. */
export const reasonsOf = (error: unknown, athlete?: string): readonly RowReason[] | null => {
  if (!(error instanceof DomainError) || error.statusCode >= 500) return null;
  const { code, rule, params, errors } = error;
  if (errors.length === 0) return [{ path: '', code, ...(rule !== undefined && { rule }), params }];
  return errors.map((problem) => {
    if (problem.path === athlete && problem.code === 'NOT_UNIQUE') return { path: '', code: 'ALREADY_REGISTERED', params: {} };
    return {
      path: problem.path,
      code: problem.code,
      ...(problem.rule !== undefined && { rule: problem.rule }),
      params: problem.params ?? {},
    };
  });
};

/** The records that the match key of an import names, as far as the person may see them. */
const matching = async (scene: Scene, read: ReadRow, values: Row): Promise<readonly number[]> => {
  if (keyFields(scene).length === 0) return [];
  const missing = missingIn(scene, values);
  if (missing.length > 0) throw invalid(missing.map((path) => ({ path, code: 'REQUIRED' })));
  return scene.matches?.get(read) ?? nth(await readMatches(scene, [values]), 0);
};

/** An athlete is found by the same rules by which a registration finds its own. */
const findAthlete = (scene: Scene, read: ReadRow): number | null => {
  if (scene.importable.imports.type !== 'athletes' || !scene.people) return null;
  const found = scene.people.find(personSaid(scene, read));
  if (found.is === 'proposed') return proposed(found, read)?.id ?? null;
  return found.is === 'known' ? found.id : null;
};

/** The record that a row is about, if there is one. */
export const findRecord = async (scene: Scene, call: ImportCall, read: ReadRow): Promise<number | null> => {
  const found = await matching(scene, read, call.values);
  if (found.length > 1) throw conflict('ROW_UNCLEAR');
  return found[0] ?? findAthlete(scene, read) ?? (await scene.importer.find?.(call)) ?? null;
};

/** A value as it would be stored: numbers of telephones without signs, codes in capitals. */
const asStored = (field: AnyField, given: unknown): unknown => {
  const read = field.zod.safeParse(given);
  return read.success ? read.data : given;
};

/** What the values of a row change of a record. */
const changesOf = ({ importable, importer, job }: Scene, before: Row, values: Row): readonly RowChange[] => {
  const keys = keyFields({ importable, job });
  return Object.entries(values).flatMap(([field, given]) => {
    if (given === null || !isOwn(importable, field) || keys.includes(field) || field === importable.imports.event) return [];
    const declared = importable.resource.all[field];
    if (!declared || (!isWritable(declared) && !importer.later?.includes(field) && !importer.edit)) return [];
    const after = asStored(declared, given);
    const isSame = importer.differs ? !importer.differs(before, field, after) : same(before[field], after);
    return isSame ? [] : [{ field, before: before[field] ?? null, after }];
  });
};

const edit = async (scene: Scene, call: ImportCall, id: number): Promise<Verdict> => {
  const { tx, importable, importer, hooks } = scene;
  const { resource } = importable;
  const before = await readStored<AnyResource>(tx, resource, id);
  if (!before) throw conflict('ROW_UNMATCHED');
  const changes = changesOf(scene, before, call.values);
  if (changes.length === 0) return { ...nothing, action: 'skip', recordid: id };
  const body = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const byAction = new Set([...(importer.later ?? []), ...(importable.imports.changes ?? [])]);
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => !byAction.has(name)));
  if (importer.edit) await importer.edit(call, before, body);
  else if (Object.keys(own).length > 0)
    await editRecord(tx, resource, hooks.get(resource.name), id, { ...own, version: before['version'] });
  if (changes.some(({ field }) => byAction.has(field))) await importer.further?.(call, id, false);
  const after = await readStored<AnyResource>(tx, resource, id);
  return { ...nothing, action: 'update', changes, recordid: id, version: Number(after?.['version'] ?? 0) || null };
};

/** What a row says of an athlete who is to be made. */
export const athleteValues = ({ importable }: Scene, read: ReadRow, { person }: ImportCall): Row => {
  const { imports, athletes } = importable;
  const says = [...(imports.athlete?.says ?? [])].filter((name) => athletes?.all[name] && read.values[name] != null);
  const { source, source_ref } = person;
  return {
    ...Object.fromEntries(says.map((name) => [name, read.values[name]])),
    ...(source_ref !== null && source_ref !== undefined && { source, source_ref }),
  };
};

/** Who a row is about, and how they were found. */
export interface Person {
  readonly id: number;
  readonly by: NonNullable<Verdict['person']>;
}
const proposed = (found: Extract<Found, { readonly is: 'proposed' }>, { kept }: ReadRow): Person | null => {
  if (kept.decision === 'accept') return { id: found.id, by: 'name_birth' };
  if (kept.decision === 'new') return null;
  throw new DomainError('ATHLETE_PROPOSED', { errors: [{ path: 'name', code: 'ATHLETE_PROPOSED' }] });
};

/** The athlete of a row as the rules find them; null where they are to be made. */
export const knownPerson = (scene: Scene, read: ReadRow): Person | null => {
  const { people, importable } = scene;
  if (!people || !importable.athletes) throw new DomainError('ATHLETE_UNSAID');
  const said = personSaid(scene, read);
  if (!said.asdeporteid && !said.curp && !said.email && !said.last_name && read.values['source_ref'] == null)
    throw new DomainError('ATHLETE_UNSAID');
  const found = people.find(said);
  const known = found.is === 'known' ? { id: found.id, by: found.rule } : found.is === 'proposed' ? proposed(found, read) : null;
  if (!known && !importable.imports.athlete?.makes) throw conflict('ATHLETE_UNKNOWN');
  return known;
};
/** Makes athletes of rows as the server, so that nobody is there twice. Answers for each what came of it. */
export const makePeople = async (
  { tx, importable: { athletes, imports }, hooks }: Scene,
  values: readonly Row[],
): Promise<readonly Created[]> => {
  if (values.length === 0) return [];
  if (!athletes) throw new DomainError('ATHLETE_UNSAID');
  const trust = { asServer: true, unseen: imports.unseen === true };
  return tx.asOwner(() => createRecords(tx, athletes, hooks.get(athletes.name), values, trust));
};
/** The athlete of a row: found by the rules, or made. */
const personOf = async (scene: Scene, call: ImportCall, read: ReadRow): Promise<Person> => {
  const known = knownPerson(scene, read);
  if (known) return known;
  const made = nth(await makePeople(scene, [athleteValues(scene, read, call)]), 0);
  if ('refusal' in made) throw made.refusal;
  scene.people?.add(made.id, personSaid(scene, read));
  return { id: made.id, by: 'made' };
};

/** Rows of an organization that somebody of the platform brings belong to the one that owns the event, or to theirs. */
export const ownerFor = async ({ tx, importable: { resource }, job }: Scene): Promise<Row> => {
  if (!tx.grants.is_platform || (resource.tenancy !== 'own' && resource.tenancy !== 'shared')) return {};
  const [owner] = await selectAll(tx, value<number>(sql.raw('organizationid')), sql`from events where eventid = ${job.eventid}`);
  return { organizationid: owner ?? job.organizationid };
};

/** How far the server vouches for new records of files. */
export const trustOf = ({ imports }: Scene['importable']): Trust => ({
  unseen: imports.unseen === true,
  found: imports.athlete ? [imports.athlete.field] : [],
});
/** The values of the new record of a row. */
export const newValues = async (
  { importable, importer }: Scene,
  call: ImportCall,
  person: Pick<Person, 'id'> | null,
  owner: Row,
): Promise<Row> => {
  const { imports } = importable;
  const own = Object.fromEntries(
    Object.entries(call.values).filter(
      ([name, given]) => given !== null && isOwn(importable, name) && imports.writes.includes(name) && !importer.later?.includes(name),
    ),
  );
  return {
    ...owner,
    ...own,
    ...(imports.event && call.job.eventid !== null && { [imports.event]: call.job.eventid }),
    ...(imports.athlete && person && { [imports.athlete.field]: person.id }),
    ...(await importer.complete?.(call)),
  };
};

const create = async (scene: Scene, call: ImportCall, read: ReadRow): Promise<Verdict> => {
  const { tx, importable, importer, hooks } = scene;
  const { resource, imports } = importable;
  const person = imports.athlete ? await personOf(scene, call, read) : null;
  const values = await newValues(scene, call, person, await ownerFor(scene));
  const id = importer.create
    ? await importer.create(call, values)
    : await createRecord(tx, resource, hooks.get(resource.name), values, trustOf(importable));
  if (imports.type === 'athletes') scene.people?.add(id, personSaid(scene, read));
  await importer.further?.(call, id, true);
  const after = await readStored<AnyResource>(tx, resource, id);
  return {
    ...nothing,
    action: 'create',
    person: person?.by ?? null,
    web_userid: person?.id ?? null,
    recordid: id,
    version: Number(after?.['version'] ?? 0) || null,
  };
};

/** A row that is refused before anything of it is tried. */
export const refusedAs = (code: ErrorCode, params: RowReason['params']): Verdict => ({
  ...nothing,
  action: 'error',
  reasons: [{ path: '', code, params }],
});
/** A row whose record is there already. */
export const there = (id: number, code: ErrorCode = 'ROW_THERE'): Verdict => ({
  ...nothing,
  action: 'skip',
  recordid: id,
  isDuplicate: true,
  reasons: [{ path: '', code, params: {} }],
});

/** What hooks are asked with about a row, and the notes that they leave. */
export const callFor = (scene: Scene, read: ReadRow): { readonly call: ImportCall; readonly notes: readonly RowReason[] } => {
  const { job } = scene;
  const values = valuesOf(scene, read);
  const notes: RowReason[] = [];
  const note = (reasons: readonly RowReason[]): void => void notes.push(...reasons);
  return { call: { tx: scene.tx, job, row_no: read.kept.row_no, values, note, person: personSaid(scene, read) }, notes };
};
export const noted = (verdict: Verdict, notes: readonly RowReason[]): Verdict =>
  notes.length === 0 ? verdict : { ...verdict, reasons: [...verdict.reasons, ...notes] };

const written = async (scene: Scene, read: ReadRow): Promise<Verdict> => {
  if (read.problems.length > 0) return { ...nothing, action: 'error', reasons: read.problems };
  const { call, notes } = callFor(scene, read);
  return noted(await writtenAs(scene, call, read), notes);
};
const writtenAs = async (scene: Scene, call: ImportCall, read: ReadRow): Promise<Verdict> => {
  const { job, importable } = scene;
  const found = await findRecord(scene, call, read);
  if (found !== null) return job.mode === 'add' ? there(found) : edit(scene, call, found);
  if (job.mode === 'update')
    throw conflict(
      'ROW_UNMATCHED',
      (importable.imports.matches[job.match_key ?? 'folio'] ?? []).map((path) => ({ path, code: 'ROW_UNMATCHED' })),
    );
  return create(scene, call, read);
};

/** What an error makes of a row: a refusal says why, another one goes on. */
export const refusedFor = ({ tx, importable }: Scene, error: unknown): Verdict => {
  const reasons = reasonsOf(explain(tx, importable.resource, error), importable.imports.athlete?.field);
  if (!reasons) throw error;
  return { ...nothing, action: 'error', reasons };
};

/** Writes one row, in a savepoint of its own: what it comes to, or why nothing of it was written. */
export const performRow = async (scene: Scene, read: ReadRow): Promise<Verdict> => {
  const { tx, people } = scene;
  const { client } = tx;
  await client.query('savepoint import_row');
  const before = people?.mark();
  try {
    const verdict = await written(scene, read);
    await client.query('release savepoint import_row');
    return verdict;
  } catch (error) {
    await client.query('rollback to savepoint import_row; release savepoint import_row');
    if (before !== undefined) people?.reset(before);
    return refusedFor(scene, error);
  }
};
