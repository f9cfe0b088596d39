import { importModes, importTypes } from '../../imports';
import { body, idParameter, nullable, ok, parameter, type Json } from './parts';

const text: Json = { type: 'string' };
const whole: Json = { type: 'integer' };
const list = (items: Json): Json => ({ type: 'array', items });
const some = (properties: Json): Json => ({ type: 'object', properties });
const free: Json = { type: 'object', additionalProperties: true };

const offered = some({
  type: { enum: importTypes },
  resource: text,
  label: text,
  needs_event: { type: 'boolean' },
  modes: list({ enum: importModes }),
  match_keys: list(some({ key: text, label: text, fields: list(text) })),
  fields: list(
    some({
      name: text,
      label: text,
      type: text,
      required: { type: 'boolean' },
      open: { type: 'boolean' },
      visible: { type: 'boolean' },
      choices: list(some({ value: text, label: text })),
    }),
  ),
});
const counted = (...names: readonly string[]): Json => some(Object.fromEntries(names.map((name) => [name, whole])));
const totals = counted('rows', 'new', 'changed', 'same', 'refused', 'duplicates', 'proposed', 'undone', 'stayed');
const job = some({
  import_jobid: whole,
  version: whole,
  file_name: text,
  type: { enum: importTypes },
  eventid: nullable(whole),
  status: text,
  task: nullable(text),
  actions: list(text),
  mode: { enum: importModes },
  match_key: nullable(text),
  charge: text,
  send_email: nullable({ type: 'boolean' }),
  template_name: nullable(text),
  totals,
  progress: counted('done', 'total'),
  reason: nullable(free),
  created: text,
  finished_at: nullable(text),
  rollback_until: nullable(text),
  reading: free,
  sheets: list(free),
  skipped: list(free),
  columns: list(
    some({
      at: whole,
      name: text,
      filled: whole,
      samples: nullable(list(text)),
      values: nullable(list(text)),
      guesses: list(text),
      score: { type: 'number' },
      field: nullable(text),
    }),
  ),
  mapping: nullable(free),
  missing: list(text),
  offered,
});
const row = some({
  row_no: whole,
  line: nullable(whole),
  state: nullable({ enum: ['new', 'changed', 'same', 'refused'] }),
  fate: nullable({ enum: ['written', 'undone', 'stayed'] }),
  cells: list(some({ field: text, text: nullable(text), hidden: { type: 'boolean' }, corrected: { type: 'boolean' } })),
  changes: list(some({ field: text, before: {}, after: {}, hidden: { type: 'boolean' } })),
  reasons: list(some({ path: text, code: text, message: text })),
  person: nullable({ enum: ['found', 'new', 'proposed'] }),
  decision: nullable({ enum: ['accept', 'new'] }),
  recordid: nullable(whole),
});
const form = (properties: Json): Json => ({ requestBody: { content: { 'multipart/form-data': { schema: some(properties) } } } });
const file = { type: 'string', format: 'binary' };
const csv = (description: string): Json => ({ responses: { 200: { description, content: { 'text/csv': { schema: text } } } } });
const operation = (operationId: string, summary: string, rest: Json): Json => ({ operationId: `imports_${operationId}`, summary, ...rest });
const rowParameter = parameter('row', 'path', whole, 'Number of the row in the file.');
const rowStates = ['new', 'changed', 'same', 'refused', 'proposed', 'written', 'stayed', 'undone', 'unread'];

/** Files that become records: what is brought and how it is read. What is done with an import are actions of `import_jobs`. */
export const importPaths: Json = {
  '/imports': {
    get: operation('offered', 'What this person may import, with the fields of each.', ok(some({ items: list(offered) }))),
    post: operation('bring', 'Brings a CSV, TSV, XLSX or ODS file: up to 50 MB and 100,000 rows.', {
      ...form({ file, data: some({ type: { enum: importTypes }, eventid: nullable(whole), mode: { enum: importModes } }) }),
      ...ok(job, '201'),
    }),
  },
  '/imports/{id}': { get: operation('one', 'An import with the columns of its file.', { parameters: [idParameter], ...ok(job) }) },
  '/imports/{id}/rows': {
    get: operation('rows', 'The rows of a file with what they come to.', {
      parameters: [
        idParameter,
        parameter('state', 'query', { enum: rowStates }, 'Only rows of one kind.'),
        parameter('after', 'query', whole, 'Only rows behind this number.'),
        parameter('perpage', 'query', whole, 'How many; 200 at most.'),
      ],
      ...ok(some({ items: list(row), next: nullable(whole) })),
    }),
  },
  '/imports/{id}/rows/{row}': {
    patch: operation('correct_row', 'Corrects cells of a row, or decides who its athlete is, and checks it again.', {
      parameters: [idParameter, rowParameter],
      ...body(some({ values: { type: 'object', additionalProperties: nullable(text) }, decision: nullable({ enum: ['accept', 'new'] }) })),
      ...ok(some({ row, totals })),
    }),
  },
  '/imports/{id}/correction': {
    post: operation('correct', 'Replaces rows by those of the file of refused rows, corrected, and checks them again.', {
      parameters: [idParameter],
      ...form({ file }),
      ...ok(job),
    }),
  },
  '/imports/{id}/report': {
    get: operation('report', 'What came of an import: its totals, what stays after undoing it, and letters that had left already.', {
      parameters: [idParameter],
      ...ok(some({ stayed: list(row), letters: list(some({ recordid: whole, kind: text, sent_at: text })) })),
    }),
  },
  '/imports/{id}/refused.csv': {
    get: operation('refused', 'The rows that were refused, with the reasons.', {
      parameters: [idParameter],
      ...csv('One line for each row.'),
    }),
  },
  '/imports/types/{type}/template.csv': {
    get: operation('template', 'A file to fill in.', {
      parameters: [parameter('type', 'path', { enum: importTypes }, 'What the file brings.')],
      ...csv('The columns by their words.'),
    }),
  },
  '/imports/types/{type}/template.xlsx': {
    get: operation('template_workbook', 'The same as a workbook.', {
      parameters: [parameter('type', 'path', { enum: importTypes }, 'What the file brings.')],
      responses: {
        200: {
          description: 'The columns by their words.',
          content: { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: file } },
        },
      },
    }),
  },
};
