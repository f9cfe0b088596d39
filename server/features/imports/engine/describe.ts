import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { can } from '@/schema/project/access';
import { choiceKey } from '@/schema/project/i18n';
import type { ImportMode } from '@/schema';
import { inWords, type WireReason } from '../../../kernel/presentError';
import type { Translate } from '../../../kernel/messages';
import { notFound } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { reaches } from '../../../api/list/visible';
import { fieldFor, importableOf, importablesOf, mayFill, mayImport, maySee, ownerOf, type Importable } from './Importable';
import { readShownJob, type Job } from './Job';
import { labelOf } from './judgeMapping';

/** A field that a column may fill, as a screen offers it. */
export interface OfferedField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  /** Whether several columns may fill it, each with its own name. */
  readonly many: boolean;
  /** Whether the person writes it by this import. */
  readonly open: boolean;
  /** Whether the person reads what the file says of it. */
  readonly visible: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}
/** What a person may import. */
export interface OfferedImport {
  readonly type: string;
  readonly resource: string;
  readonly label: string;
  readonly needs_event: boolean;
  /** Whether a file may be run as soon as it was checked. */
  readonly live: boolean;
  readonly modes: readonly string[];
  readonly match_keys: readonly { readonly key: string; readonly label: string; readonly fields: readonly string[] }[];
  readonly fields: readonly OfferedField[];
}

const offeredField = (tx: Transaction, importable: Importable, translate: Translate, name: string, mode: ImportMode): OfferedField => {
  const { target } = importable;
  const field = fieldFor(importable, name);
  const owner = ownerOf(importable, name);
  const isSaid = importable.imports.athlete?.makes && ['first_name', 'last_name', 'gender'].includes(name);
  return {
    name,
    label: translate(labelOf(importable, name).key, tx.locale),
    type: target.fields.find((each) => each.name === name)?.type ?? field.type,
    required:
      (field.options.required === true && field.options.default === undefined && !importable.imports.supplies?.includes(name)) ||
      isSaid === true,
    many: importable.imports.gathers?.[name] !== undefined,
    open: mayFill(tx.grants, importable, name, mode),
    visible: maySee(tx.grants, importable, name),
    choices: (field.values ?? []).map((value) => ({ value, label: translate(choiceKey(owner.name, name, field, value), tx.locale) })),
  };
};

const offeredImport = (tx: Transaction, importable: Importable, translate: Translate, mode: ImportMode): OfferedImport => {
  const { resource, imports, target } = importable;
  return {
    type: imports.type,
    resource: resource.name,
    label: translate(`import_jobs.choices.type.${imports.type}`, tx.locale),
    needs_event: imports.event !== undefined && resource.all[imports.event]?.options.required === true,
    live: imports.live === true,
    modes: imports.modes,
    match_keys: Object.entries(imports.matches).map(([key, fields = []]) => ({
      key,
      label: translate(`import_jobs.choices.match_key.${key}`, tx.locale),
      fields,
    })),
    fields: target.fields.map(({ name }) => offeredField(tx, importable, translate, name, mode)),
  };
};

/** The kinds of files that a person may bring. */
export const offeredImports = (tx: Transaction, translate: Translate): readonly OfferedImport[] =>
  importablesOf(tx.registry)
    .filter((importable) => mayImport(tx.grants, importable))
    .map((importable) => offeredImport(tx, importable, translate, 'add'));

const samplesShown = 5;
/** The columns of a file with samples; those that may hold what the person does not read come without. */
const columnsOf = (tx: Transaction, importable: Importable, { table, mapping }: Job) => {
  const isOpen = importable.target.fields.every(({ name }) => maySee(tx.grants, importable, name));
  return (table?.columns ?? []).map(({ at, name, filled, values, guesses, score }) => {
    const mapped = mapping?.columns.find(({ column }) => column === name);
    const field = mapped?.field ?? null;
    const shows = isOpen || [field, guesses[0]].every((each) => each != null && maySee(tx.grants, importable, each));
    return {
      at,
      name,
      filled,
      samples: shows ? values.slice(0, samplesShown) : null,
      values: shows ? values : null,
      guesses,
      score,
      field,
    };
  });
};

const missingIn = (importable: Importable, { mapping }: Job, fields: readonly OfferedField[]): readonly string[] => {
  const names = new Set([...(mapping?.columns.flatMap(({ field }) => field ?? []) ?? []), ...Object.keys(mapping?.fixed ?? {})]);
  const hasName = names.has('name') && importable.target.fields.some(({ name }) => name === 'name');
  return fields
    .filter(({ name, required }) => required && !names.has(name) && !(hasName && (name === 'first_name' || name === 'last_name')))
    .map(({ name }) => name);
};

/** The actions that an import takes now, by its state alone. */
const actionsIn = (tx: Transaction, { status: now }: { readonly status: string }): readonly string[] =>
  Object.entries(import_jobs.actions ?? {}).flatMap(([name, { from = {} }]) =>
    can(tx.grants, name, import_jobs) && (from['status'] ?? [now]).some((status) => status === now) ? [name] : [],
  );

/** Everything that the screen of one import shows. */
export const describeJob = async (tx: Transaction, id: number, translate: Translate) => {
  if (!(await reaches(tx, import_jobs, id, 'show'))) throw notFound();
  const job = await tx.asOwner(() => readShownJob(tx, id));
  const importable = job && importableOf(tx.registry, job.type);
  if (!job || !importable) throw notFound();
  const {
    rows_total,
    new_total,
    updated_total,
    skipped_total,
    errors_total,
    duplicates_total,
    proposed_total,
    undone_total,
    stayed_total,
  } = job;
  const offered = offeredImport(tx, importable, translate, job.mode);
  const reason: WireReason | null = job.reason && inWords(job.reason, translate, tx.locale);
  return {
    import_jobid: id,
    version: job.version,
    file_name: job.file_name,
    type: job.type,
    eventid: job.eventid,
    status: job.status,
    task: job.task,
    actions: actionsIn(tx, job),
    mode: job.mode,
    match_key: job.match_key,
    charge: job.charge,
    send_email: job.send_email,
    assign_numbers: job.assign_numbers,
    template_name: job.template_name,
    live: job.live,
    totals: {
      rows: rows_total,
      new: new_total,
      changed: updated_total,
      same: skipped_total,
      refused: errors_total,
      duplicates: duplicates_total,
      proposed: proposed_total,
      undone: undone_total,
      stayed: stayed_total,
    },
    progress: { done: job.task === 'read' ? job.read_total : job.handled_total, total: rows_total },
    reason,
    created: job.created,
    finished_at: job.finished_at,
    rollback_until: job.rollback_until,
    reading: job.table?.reading ?? {},
    sheets: job.table?.sheets ?? [],
    skipped: job.table?.skipped ?? [],
    columns: columnsOf(tx, importable, job),
    mapping: job.mapping,
    missing: missingIn(importable, job, offered.fields),
    offered,
  };
};
export type DescribedJob = Awaited<ReturnType<typeof describeJob>>;
