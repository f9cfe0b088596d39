import { createRecords } from '../../../api/write/createRecords';
import { explain } from '../../../kernel/constraints';
import { DomainError } from '../../../kernel/DomainError';
import { Entangled } from '../../../kernel/group';
import type { ImportCall } from '../../../kernel/ImportHooks';
import type { Row } from '../../../kernel/Row';
import { forgetUndoing, undoMemory } from '../../../kernel/undoing';
import { must, nth } from '@/schema/must';
import {
  athleteValues,
  callFor,
  findRecord,
  knownPerson,
  makePeople,
  newValues,
  noted,
  nothing,
  ownerFor,
  performRow,
  refusedFor,
  there,
  trustOf,
  type Person,
  type Verdict,
} from './performRow';
import { keyFields, withMatches } from './matches';
import { keyTexts } from './rowKeys';
import type { RowReason } from './rows';
import { personSaid, type ReadRow, type Scene } from './scene';

/** A row with what it came to. */
export interface Performed {
  readonly read: ReadRow;
  readonly verdict: Verdict;
}
/** A row that makes a record. */
interface Making {
  readonly read: ReadRow;
  readonly call: ImportCall;
  readonly notes: readonly RowReason[];
  /** Its athlete, where they are known. */
  readonly person: Person | null;
}
/** What a row is before anything is written: it makes a record, is answered already, or is written by itself. */
type Planned = Making | Verdict | 'alone';

const plan = async (scene: Scene, read: ReadRow): Promise<Planned> => {
  const { importable, importer, job } = scene;
  if (read.problems.length > 0) return { ...nothing, action: 'error', reasons: read.problems };
  const { call, notes } = callFor(scene, read);
  if (keyFields(scene).length > 0 && !scene.matches?.has(read)) return 'alone';
  try {
    const found = await findRecord(scene, call, read);
    if (found !== null && job.mode === 'add') return there(found);
    if (found !== null || job.mode === 'update' || importer.goesFurther?.(call)) return 'alone';
    return { read, call, notes, person: importable.imports.athlete ? knownPerson(scene, read) : null };
  } catch (error) {
    if (error instanceof DomainError) return refusedFor(scene, error);
    throw error;
  }
};

/** What came of rows that were written together, and whether somebody was made for a row that was refused. */
interface Came {
  readonly verdicts: Map<ReadRow, Verdict>;
  readonly isSpoiled: boolean;
}

/** Finds or makes the athletes of rows; refuses those of whom none can be made. */
const peopleOf = async (
  scene: Scene,
  makings: readonly Making[],
  verdicts: Map<ReadRow, Verdict>,
): Promise<ReadonlyMap<Making, Person | null>> => {
  const known = new Map(makings.map((making) => [making, making.person]));
  const missing = makings.filter(({ person }) => scene.importable.imports.athlete && !person);
  const made = await makePeople(
    scene,
    missing.map(({ read, call }) => athleteValues(scene, read, call)),
  );
  for (const [at, making] of missing.entries()) {
    const came = nth(made, at);
    if ('refusal' in came) {
      known.delete(making);
      verdicts.set(making.read, refusedFor(scene, came.refusal));
      continue;
    }
    scene.people?.add(came.id, personSaid(scene, making.read));
    known.set(making, { id: came.id, by: 'made' });
  }
  return known;
};

/** Writes the new records of rows, those of one kind in one statement. */
const write = async (scene: Scene, makings: readonly Making[]): Promise<Came> => {
  const { tx, importable, hooks } = scene;
  const { resource, imports } = importable;
  const verdicts = new Map<ReadRow, Verdict>();
  const people = await peopleOf(scene, makings, verdicts);
  const owner = await ownerFor(scene);
  const going: { readonly making: Making; readonly person: Person | null; readonly values: Row }[] = [];
  for (const [making, person] of people) going.push({ making, person, values: await newValues(scene, making.call, person, owner) });
  const created = await createRecords(
    tx,
    resource,
    hooks.get(resource.name),
    going.map(({ values }) => values),
    trustOf(importable),
  );
  let isSpoiled = false;
  for (const [at, { making, person }] of going.entries()) {
    const { read, notes } = making,
      came = nth(created, at);
    if ('refusal' in came) {
      verdicts.set(read, refusedFor(scene, came.refusal));
      if (person?.by === 'made') isSpoiled = true;
      continue;
    }
    if (imports.type === 'athletes') scene.people?.add(came.id, personSaid(scene, read));
    const verdict: Verdict = {
      ...nothing,
      action: 'create',
      person: person?.by ?? null,
      web_userid: person?.id ?? null,
      recordid: came.id,
      version: came.version,
    };
    verdicts.set(read, noted(verdict, notes));
  }
  return { verdicts, isSpoiled };
};

/** Writes rows together, in one savepoint; null, without a trace, where that does not say what each of them comes to. */
const tryTogether = async (scene: Scene, makings: readonly Making[]): Promise<Came | null> => {
  const { tx, people, importable } = scene;
  const before = people?.mark();
  const undo = async (): Promise<void> => {
    await tx.client.query('rollback to savepoint import_rows; release savepoint import_rows');
    undoMemory(tx);
    if (before !== undefined) people?.reset(before);
  };
  forgetUndoing(tx);
  await tx.client.query('savepoint import_rows');
  try {
    const came = await write(scene, makings);
    if (came.isSpoiled) await undo();
    else await tx.client.query('release savepoint import_rows');
    return came;
  } catch (error) {
    await undo();
    if (error instanceof Entangled || explain(tx, importable.resource, error) instanceof DomainError) return null;
    throw error;
  }
};

const fewest = 2;
/** Writes rows that make records: together, or in halves where one of them stays in the way of the others, and few by themselves. */
const makeAll = async (scene: Scene, makings: readonly Making[], verdicts: Map<ReadRow, Verdict>): Promise<void> => {
  if (makings.length < fewest) {
    for (const { read } of makings) verdicts.set(read, await performRow(scene, read));
    return;
  }
  const came = await tryTogether(scene, makings);
  if (!came) {
    const middle = Math.ceil(makings.length / 2);
    await makeAll(scene, makings.slice(0, middle), verdicts);
    await makeAll(scene, makings.slice(middle), verdicts);
    return;
  }
  const isKept = ({ action }: Verdict): boolean => !came.isSpoiled || action === 'error';
  for (const [read, verdict] of came.verdicts) if (isKept(verdict)) verdicts.set(read, verdict);
  if (came.isSpoiled)
    await makeAll(
      scene,
      makings.filter(({ read }) => !verdicts.has(read)),
      verdicts,
    );
};

/** Rows in as few runs as possible, none with two rows of which one may depend on the other. */
const independent = (scene: Scene, reads: readonly ReadRow[]): readonly (readonly ReadRow[])[] => {
  const runs: ReadRow[][] = [];
  let run: ReadRow[] = [];
  const seen = new Set<string>();
  for (const read of reads) {
    const keys = keyTexts(scene, read);
    if (keys.some((key) => seen.has(key))) {
      runs.push(run);
      run = [];
      seen.clear();
    }
    for (const key of keys) seen.add(key);
    run.push(read);
  }
  return [...runs, run];
};

/**
 * Writes rows in their order, and answers what each comes to: the same as if they were written one by one. New records whose rules allow
 * it are written together, as long as nothing in the rows makes one depend on another.
 */
export const performRows = async (scene: Scene, reads: readonly ReadRow[]): Promise<readonly Performed[]> => {
  const verdicts = new Map<ReadRow, Verdict>();
  const together = scene.importer.together === true && !scene.importer.create;
  for (const run of together || keyFields(scene).length > 0 ? independent(scene, reads) : [reads]) {
    const own = await withMatches(scene, run);
    let makings: Making[] = [];
    for (const read of run) {
      const planned = together ? await plan(own, read) : 'alone';
      if (planned === 'alone') {
        await makeAll(scene, makings, verdicts);
        makings = [];
        verdicts.set(read, await performRow(own, read));
      } else if ('action' in planned) verdicts.set(read, planned);
      else makings.push(planned);
    }
    await makeAll(scene, makings, verdicts);
  }
  return reads.map((read) => ({ read, verdict: must(verdicts.get(read), 'the verdict of a row') }));
};
