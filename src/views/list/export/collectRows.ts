import type { GetListParams, GetListResponse } from '@refinedev/core';
import type { Row } from '../model/selection';

/** More than these belongs to a background export. */
export const mostRows = 5_000;
const pageSize = 500;

interface Collecting {
  readonly getList: (params: GetListParams) => Promise<GetListResponse>;
  readonly params: GetListParams;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onProgress: (read: number, of: number) => void;
}

/** Reads the rows of a view page by page. It always ends: at the last row, at the limit, at an empty page or when cancelled. */
export const collectRows = async ({
  getList,
  params,
  key,
  signal,
  onProgress,
}: Collecting): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const rows = new Map<unknown, Row>();
  let total = 0;
  for (let page = 1; page <= Math.ceil(mostRows / pageSize); page += 1) {
    signal.throwIfAborted();
    const answer = await getList({
      ...params,
      pagination: { currentPage: page, pageSize, mode: 'server' },
      meta: { ...params.meta, signal },
    });
    signal.throwIfAborted();
    total = Math.max(answer.total, 0);
    // A row that moved to a later page meanwhile counts once.
    for (const row of answer.data as readonly Row[]) rows.set(row[key], row);
    onProgress(rows.size, Math.min(total, mostRows));
    if (answer.data.length < pageSize || page * pageSize >= total) break;
  }
  return { rows: [...rows.values()].slice(0, mostRows), total };
};
