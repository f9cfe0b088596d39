import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { isOneOf, isParts, partOf } from '@/schema/unknown';
import type { FilePlaces } from '../../api/files/keepFile';
import { reached } from '../../api/files/keepFile';
import { readable } from '../../api/files/readable';
import { mimeOf } from '../../api/files/recogniseFile';
import { reaches } from '../../api/list/visible';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { DomainError, forbidden, invalid, notFound, problemAt } from '../../kernel/DomainError';
import { judgeText } from '../../kernel/judgeText';
import { toOneLine } from '../../kernel/toOneLine';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { insertJob, judgeNewImport, newFileKey, readNewImport, survey } from './engine/createJob';
import { correctRow, readCorrected, readCorrection, replaceRows } from './engine/correct';
import { describeJob, offeredImports, type DescribedJob } from './engine/describe';
import { describeRows, rowStates } from './engine/describeRows';
import { readReport, refusedFile } from './engine/report';
import { smallWorkbook } from './engine/smallWorkbook';
import { templateColumns, templateCsv } from './engine/templateFile';
import { startLive } from './startLive';
import { importableOf, importablesOf, learnWords, mayImport, type Importable } from './engine/Importable';
import { readJob, type Job } from './engine/Job';
import { limits } from './reading/limits';

const base = '/v2/inscription/imports';
const mostValues = 64 * 1024,
  mostRows = 200,
  usualRows = 50,
  mostAfter = 1_000_000,
  longestName = 200;

interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly values: Readonly<Record<string, unknown>>;
}
const parsed = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    const json: unknown = JSON.parse(String(text));
    judgeText(json);
    if (isParts(json)) return json;
  } catch (error) {
    if (error instanceof DomainError) throw error;
  }
  throw invalid([problemAt('data', 'INVALID_VALUE')]);
};
const plainName = (name: string): string =>
  [...toOneLine((name.split(/[\\/]/).at(-1) ?? '').replace(/["<>:|?*]/g, ''))].slice(-longestName).join('').trim();

/** The file of a form in the part `file`, and its values as JSON in the part `data`. */
const readForm = async (request: FastifyRequest, silentMs: number): Promise<SentFile> => {
  if (!request.isMultipart()) throw new DomainError('FILE_MISSING');
  let values: Readonly<Record<string, unknown>> = {},
    file: Pick<SentFile, 'name' | 'bytes'> | null = null;
  const parts = request.parts();
  for (;;) {
    const { value: part, done } = await readable(request, silentMs, () => parts.next());
    if (done) break;
    if (part.type === 'file')
      file = { name: plainName(part.filename) || 'file', bytes: await readable(request, silentMs, () => part.toBuffer()) };
    else if (part.fieldname === 'data') values = parsed(part.value);
    else throw invalid([problemAt(part.fieldname, 'UNKNOWN_PART')]);
  }
  if (!file || file.bytes.length === 0) throw invalid([problemAt('file', 'FILE_MISSING')]);
  return { ...file, values };
};

/** An import that the person sees and works on; locked where it is changed. */
const jobFor = async (tx: Transaction, id: number, lock = false): Promise<{ readonly job: Job; readonly importable: Importable }> => {
  if (!(await reaches(tx, import_jobs, id, 'show'))) throw notFound();
  const job = await tx.asOwner(() => readJob(tx, id, { lock }));
  const importable = job && importableOf(tx.registry, job.type);
  if (!job || !importable) throw notFound();
  if (lock && (!mayImport(tx.grants, importable) || !(await reaches(tx, import_jobs, id, 'edit')))) throw forbidden();
  return { job, importable };
};

const csvType = 'text/csv; charset=utf-8';
const sendFile = (reply: FastifyReply, name: string, type: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff');
const whole = (text: unknown, fallback: number, most: number): number =>
  typeof text === 'string' && /^\d{1,7}$/.test(text) ? Math.min(Number(text), most) : fallback;
const rowOf = (request: FastifyRequest): number => {
  const row = String(partOf(request.params, 'row'));
  return /^\d{1,7}$/.test(row) ? Number(row) : 0;
};

interface Setting {
  readonly scope: FastifyInstance;
  readonly deps: ApiDeps;
  readonly places: FilePlaces;
}

/** Keeps the bytes of a new file and writes its import; bytes whose import is not written go. */
const create = async (request: FastifyRequest, { deps, places }: Setting, { name, bytes, values }: SentFile): Promise<DescribedJob> => {
  const call = callOf(request);
  const asked = readNewImport(values);
  const importable = await inTransaction(deps, call, 'read', (tx) => judgeNewImport(tx, asked));
  const found = await survey(bytes, importable);
  const key = newFileKey();
  const { taking } = places.storages;
  const type = 'application/octet-stream';
  await reached(request, 'file', () => taking.put({ key, mime: type, data: bytes }));
  try {
    return await inTransaction(deps, call, 'write', async (tx) => {
      await judgeNewImport(tx, asked);
      const id = await insertJob(tx, importable, asked, found, { url: `${taking.name}/${key}`, name, size: bytes.length, type });
      if (asked.live) await startLive(tx, importable, id);
      return describeJob(tx, id, deps.translate);
    });
  } catch (error) {
    await taking
      .remove(key)
      .catch((left: unknown) => request.log.error({ err: left, key }, "the object storage keeps a file that is nobody's"));
    throw error;
  }
};

const newFiles = (setting: Setting): void => {
  const { scope, deps, places } = setting;
  const { translate } = deps;
  scope.get(base, (request) => inTransaction(deps, callOf(request), 'read', async (tx) => ({ items: offeredImports(tx, translate) })));
  scope.post(base, async (request, reply) => {
    const person = await inTransaction(deps, callOf(request), 'read', async (tx) => {
      if (!importablesOf(tx.registry).some((importable) => mayImport(tx.grants, importable))) throw forbidden();
      return Number(tx.userid);
    });
    const sent = await readForm(request, places.silentMs);
    await places.budget.countFile(person, sent.bytes.length);
    return reply.code(201).send(await create(request, setting, sent));
  });
  const columnsOf = (request: FastifyRequest): Promise<readonly string[]> =>
    inTransaction(deps, callOf(request), 'read', async (tx) => {
      const importable = importableOf(tx.registry, String(partOf(request.params, 'type')));
      if (!importable || !mayImport(tx.grants, importable)) throw forbidden();
      return templateColumns(tx, importable, translate);
    });
  scope.get(`${base}/types/:type/template.csv`, async (request, reply) =>
    sendFile(reply, 'template.csv', csvType).send(templateCsv(await columnsOf(request))),
  );
  scope.get(`${base}/types/:type/template.xlsx`, async (request, reply) => {
    const columns = await columnsOf(request);
    const { locale } = callOf(request);
    return sendFile(reply, 'template.xlsx', mimeOf('xlsx')).send(smallWorkbook(translate('import_jobs.singular', locale), [columns]));
  });
};

const looks = ({ scope, deps }: Setting): void => {
  const { translate } = deps;
  scope.get(`${base}/:id`, (request) => inTransaction(deps, callOf(request), 'read', (tx) => describeJob(tx, keyOf(request), translate)));
  scope.get(`${base}/:id/rows`, { config: { query: ['state', 'after', 'perpage'] } }, (request) =>
    inTransaction(deps, callOf(request), 'read', async (tx) => {
      const [state, after, perpage] = ['state', 'after', 'perpage'].map((name) => partOf(request.query, name));
      if (state !== undefined && !isOneOf(rowStates, state)) throw invalid([problemAt('state', 'INVALID_VALUE')]);
      const { job, importable } = await jobFor(tx, keyOf(request));
      const most = Math.max(1, whole(perpage, usualRows, mostRows));
      const items = await describeRows(tx, importable, job, translate, { state: state ?? null, after: whole(after, 0, mostAfter), most });
      return { items, next: items.length === most ? (items.at(-1)?.row_no ?? null) : null };
    }),
  );
  scope.get(`${base}/:id/report`, (request) =>
    inTransaction(deps, callOf(request), 'read', async (tx) => {
      const { job, importable } = await jobFor(tx, keyOf(request));
      return readReport(tx, importable, job, deps);
    }),
  );
  scope.get(`${base}/:id/refused.csv`, { config: { givesFile: true } }, async (request, reply) => {
    const call = callOf(request);
    await inTransaction(deps, call, 'read', (tx) => jobFor(tx, keyOf(request)));
    return sendFile(reply, `import-${keyOf(request)}-refused.csv`, csvType).send(
      refusedFile(deps, call, (tx) => jobFor(tx, keyOf(request))),
    );
  });
};

const corrections = ({ scope, deps, places }: Setting): void => {
  const { translate, hooks } = deps;
  scope.patch(`${base}/:id/rows/:row`, (request) =>
    inTransaction(deps, callOf(request), 'write', async (tx) => {
      const { job, importable } = await jobFor(tx, keyOf(request), true);
      const row_no = rowOf(request);
      await correctRow(tx, { job, importable, hooks }, row_no, readCorrection(tx, importable, job, request.body));
      const [row] = await describeRows(tx, importable, job, translate, { state: null, after: row_no - 1, most: 1 });
      return { row, totals: (await describeJob(tx, job.import_jobid, translate)).totals };
    }),
  );
  scope.post(`${base}/:id/correction`, async (request) => {
    const call = callOf(request);
    const { job, person } = await inTransaction(deps, call, 'read', async (tx) => ({
      job: (await jobFor(tx, keyOf(request))).job,
      person: Number(tx.userid),
    }));
    const { bytes } = await readForm(request, places.silentMs);
    await places.budget.countFile(person, bytes.length);
    const rows = await readCorrected(bytes, job);
    return inTransaction(deps, call, 'write', async (tx) => {
      await replaceRows(tx, (await jobFor(tx, job.import_jobid, true)).job, rows);
      return describeJob(tx, job.import_jobid, translate);
    });
  });
};

/** `/v2/inscription/imports`: what a person may import, new files, their columns, the rows of a check and what they are corrected to. What is done with an import are actions of `import_jobs`. */
export const importRoutes = (app: FastifyInstance, deps: ApiDeps, places: FilePlaces): void => {
  learnWords(deps.registry, deps.translate);
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 1, fieldSize: mostValues, fileSize: limits.bytes } });
    for (const routes of [newFiles, looks, corrections]) routes({ scope, deps, places });
  });
};
