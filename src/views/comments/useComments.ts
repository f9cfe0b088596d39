import { useCreate, useDelete, useList, useUpdate } from '@refinedev/core';
import { useState } from 'react';
import { numberIn, numbersIn, partOf, textIn } from '@/schema/unknown';
import type { Uploaded } from '../../fields/kit/useUpload';

/** Where comments are stored. */
export const commentsPlace = { resource: 'comments', dataProviderName: 'general' } as const;
const quiet = { successNotification: false, errorNotification: false } as const;
const fewest = 20;

/** A comment as the thread shows it. */
export interface Comment {
  readonly id: number;
  readonly text: string;
  readonly files: readonly Uploaded[];
  readonly mentioned: readonly number[];
  readonly userid: number | null;
  readonly author: string;
  readonly created: string;
  readonly version: number;
}
/** What a person writes. */
export interface Written {
  readonly text: string;
  readonly files: readonly Uploaded[];
  readonly mentioned: readonly number[];
}
const isUploaded = (each: unknown): each is Uploaded => textIn(partOf(each, 'url')) !== null;
const commentOf = (row: unknown): Comment => {
  const [files, mentioned] = [partOf(row, 'files'), partOf(row, 'mentioned_userids')];
  return {
    id: numberIn(partOf(row, 'commentid')) ?? 0,
    text: textIn(partOf(row, 'text')) ?? '',
    files: Array.isArray(files) ? files.filter(isUploaded) : [],
    mentioned: Array.isArray(mentioned) ? numbersIn(mentioned) : [],
    userid: numberIn(partOf(row, 'userid')),
    author: textIn(partOf(partOf(row, 'user'), 'title')) ?? '',
    created: textIn(partOf(row, 'created')) ?? '',
    version: numberIn(partOf(row, 'version')) ?? 1,
  };
};
const valuesOf = ({ text, files, mentioned }: Written) => ({ text, files, mentioned_userids: mentioned });

/** The comments about a record, the newest first; others come when they are asked for, and new ones by the signals of rows. */
export const useComments = (resource: string, recordid: number) => {
  const [most, setMost] = useState(fewest);
  const { query, result } = useList({
    ...commentsPlace,
    filters: [
      { field: 'resource', operator: 'eq', value: resource },
      { field: 'recordid', operator: 'eq', value: recordid },
    ],
    sorters: [{ field: 'created', order: 'desc' }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns: ['text', 'files', 'mentioned_userids', 'userid', 'created', 'version'] },
    errorNotification: false,
    queryOptions: { retry: false },
  });
  const { mutateAsync: create } = useCreate();
  const { mutateAsync: update } = useUpdate();
  const { mutateAsync: remove } = useDelete();
  return {
    comments: query.data ? result.data.map(commentOf) : undefined,
    total: result.total ?? 0,
    isFailed: query.isError,
    retry: () => void query.refetch(),
    more: () => setMost(most + fewest),
    add: (written: Written) =>
      create({ ...commentsPlace, ...quiet, values: { resource, recordid, ...valuesOf(written) }, invalidates: ['list'] }),
    change: ({ id, version }: Comment, written: Written) =>
      update({
        ...commentsPlace,
        ...quiet,
        id,
        values: { ...valuesOf(written), version },
        mutationMode: 'pessimistic',
        invalidates: ['list', 'detail'],
      }),
    remove: ({ id, version }: Comment) =>
      remove({ ...commentsPlace, ...quiet, id, values: { version } as never, mutationMode: 'pessimistic', invalidates: ['list'] }),
  };
};
