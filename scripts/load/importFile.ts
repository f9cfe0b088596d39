import type { ApiClient } from './apiClient';
import { findEvent } from './findOrCreate';
import { FileError } from './readResults';

const imports = '/v2/inscription/imports',
  jobs = '/v2/inscription/import_jobs';
const lookMs = 500,
  rowsPerPage = 200;

interface Totals {
  readonly rows: number;
  readonly new: number;
  readonly changed: number;
  readonly same: number;
  readonly refused: number;
  readonly proposed: number;
}
/** An import, as far as a command reads it. */
export interface ShownImport {
  readonly import_jobid: number;
  readonly version: number;
  readonly status: string;
  readonly totals: Totals;
  readonly progress: { readonly done: number; readonly total: number };
  readonly reason: { readonly message: string } | null;
  readonly mapping: object | null;
  readonly missing: readonly string[];
  readonly columns: readonly { readonly name: string; readonly field: string | null; readonly samples: readonly string[] | null }[];
}
interface RefusedRow {
  readonly line: number | null;
  readonly row_no: number;
  readonly reasons: readonly { readonly path: string; readonly message: string }[];
}
export interface ImportOptions {
  readonly api: ApiClient;
  readonly file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
  /** What the rows are: `inscriptions`, `athletes`, `results` and the other types of imports. */
  readonly type: string;
  readonly slug: string | undefined;
  /** Settings of the import besides its file: mode, key, mapping. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Only checks the rows, and leaves the import to be run on its page. */
  readonly isRehearsal: boolean;
  readonly onProgress: (done: number, total: number) => void;
}
export interface ImportReport {
  readonly job: ShownImport;
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  /** The refused rows as CSV with their reasons, to be corrected and brought again; null when there are none. */
  readonly refusedFile: string | null;
}

const eventOf = async (api: ApiClient, slug: string): Promise<number> => {
  const eventid = await findEvent(api, slug);
  if (eventid === null) throw new FileError(`no event has the slug "${slug}"`);
  return eventid;
};

/** Waits until an import stops working; the server goes on with it when this process ends. */
const untilStill = async (api: ApiClient, id: number, onProgress: ImportOptions['onProgress']): Promise<ShownImport> => {
  for (;;) {
    const job = await api.get<ShownImport>(`${imports}/${id}`);
    if (job.status !== 'validating' && job.status !== 'running') return job;
    onProgress(job.progress.done, job.progress.total);
    await new Promise((done) => setTimeout(done, lookMs));
  }
};

const refusedRows = async (api: ApiClient, id: number): Promise<ImportReport['refused']> => {
  const found: { line: number; reason: string }[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: { readonly items: readonly RefusedRow[]; readonly next: number | null } = await api.get(
      `${imports}/${id}/rows?state=refused&perpage=${rowsPerPage}&after=${after}`,
    );
    for (const { line, row_no, reasons } of page.items)
      found.push({
        line: line ?? row_no,
        reason: reasons.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' · '),
      });
    after = page.next;
  }
  return found;
};

/** How the server reads a file: the mapping that it guesses. Nothing of the file stays there. */
export const guessedMapping = async ({ api, file, type, slug }: Pick<ImportOptions, 'api' | 'file' | 'type' | 'slug'>): Promise<object> => {
  const eventid = slug === undefined ? null : await eventOf(api, slug);
  const { import_jobid, version, mapping } = await api.sendFile<ShownImport>(imports, file, { type, eventid });
  await api.remove(`${jobs}/${import_jobid}`, { version });
  if (!mapping) throw new FileError('no column of the file was recognised');
  return mapping;
};

/** Brings a file to the importer of the server, checks it and runs it, as its page does. Throws `ApiError` and `FileError`. */
export const importFile = async (options: ImportOptions): Promise<ImportReport> => {
  const { api, file, type, slug, settings, isRehearsal, onProgress } = options;
  const eventid = slug === undefined ? null : await eventOf(api, slug);
  const { import_jobid: id, version } = await api.sendFile<ShownImport>(imports, file, { type, eventid });
  if (Object.keys(settings).length > 0) await api.patch(`${jobs}/${id}`, { ...settings, version });
  const act = async (action: string): Promise<ShownImport> => {
    await api.post(`${jobs}/${id}/${action}`, {});
    return untilStill(api, id, onProgress);
  };
  let job = await act('rehearse');
  if (job.status === 'failed') throw new FileError(job.reason?.message ?? 'the check of the file failed');
  if (!isRehearsal && job.totals.new + job.totals.changed > 0) job = await act('run');
  const refused = await refusedRows(api, id);
  return { job, refused, refusedFile: refused.length > 0 ? await api.text(`${imports}/${id}/refused.csv`) : null };
};
