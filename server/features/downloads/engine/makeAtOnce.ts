import type { AnyResource } from '@/schema';
import { settleFilter } from '../../../api/list/settleFilter';
import type { ApiDeps } from '../../../kernel/ApiDeps';
import { inTransaction, type Call } from '../../../kernel/transaction';
import type { Asked, DownloadFormat } from './Asked';
import { formats, judgeRows } from './formats';
import { downloadingAt, noteDownload } from './noteDownload';
import { planDownload } from './planDownload';
import { rowsOut } from './rowsOut';
import { countRows, listRows } from './statements';

/** A download as a request asks for it. */
export interface AtOnce {
  readonly deps: ApiDeps;
  readonly call: Call;
  readonly resource: AnyResource;
  readonly asked: Asked;
  readonly format: DownloadFormat;
}
/** How a list and its files are called. */
export const titleOf = ({ translate }: Pick<ApiDeps, 'translate'>, { name }: AnyResource, locale: string): string =>
  translate(`${name}.titles.list`, locale);

/** Makes a small file while the person waits, from one statement; answers how many rows there are where that is more than anybody waits for. */
export const makeAtOnce = async (order: AtOnce): Promise<Buffer | { readonly rows: number }> => {
  const { deps, call, resource, format } = order;
  const filter = await settleFilter({ deps, call, resource }, order.asked.filter);
  const asked: Asked = { ...order.asked, filter };
  const { atOnce, encoder } = formats[format];
  const found = await inTransaction(deps, call, downloadingAt(deps.registry, resource, asked), async (tx) => {
    const plan = planDownload(tx, { resource, asked, format, title: titleOf(deps, resource, tx.locale), translate: deps.translate });
    const rows = await countRows(tx, resource, asked);
    judgeRows(format, rows);
    if (rows > atOnce) return { rows, made: null };
    const taken = await rowsOut(tx, format, listRows(tx, resource, asked, { ...plan.out, texts: true }));
    await noteDownload(tx, resource, asked);
    return { rows, made: { taken, encode: encoder(plan.sheet, tx.locale) } };
  });
  if (!found.made) return { rows: found.rows };
  const { taken, encode } = found.made;
  return Buffer.concat([await encode.begin(), await encode.write(taken.data, taken.rows), await encode.end()]);
};
