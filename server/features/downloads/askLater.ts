import type { AskLater } from './engine/downloadRoutes';
import { titleOf } from './engine/makeAtOnce';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inTransaction } from '../../kernel/transaction';
import { askDownload } from './askDownload';

/** What is done with a list that is too long to wait for: it becomes a report of the download center. */
export const askLater =
  (deps: ApiDeps): AskLater =>
  (call, { resource, asked, format, rows }) =>
    inTransaction(deps, call, 'write', async (tx) => ({
      report_jobid: await askDownload(tx, deps, {
        type: 'custom',
        resource,
        asked,
        format,
        ...(rows !== undefined && { rows }),
        name: asked.archive ? deps.translate('certificates.archive.name', tx.locale) : titleOf(deps, resource, tx.locale),
      }),
      ...(rows !== undefined && { rows }),
    }));
