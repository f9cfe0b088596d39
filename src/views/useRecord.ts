import { useOne, type HttpError } from '@refinedev/core';
import { useEffect, useState } from 'react';
import type { AnyResource } from '@/schema';
import type { Parent } from '../fields/kit/contracts';
import { useWords } from '../fields/kit/useWords';
import { headingOf } from './heading/headingOf';

type Row = Readonly<Record<string, unknown>>;
export interface RecordOptions {
  /** The workspace of the record. */
  readonly parent?: Parent | undefined;
  /** The previous record stays until this one is read, and one that is only passed over is not read at all. */
  readonly follows?: boolean;
  /** Read again even when it was read just now. */
  readonly isFresh?: boolean;
}
/** One record without its display; a page, a panel and a form are views of it. */
export interface RecordModel {
  readonly resource: AnyResource;
  readonly id: number;
  readonly parent: Parent | undefined;
  /** The record; undefined while it is read for the first time, or when it cannot be read. */
  readonly row: Row | undefined;
  /** The screen still shows the previous record, so its actions are disabled. */
  readonly isOther: boolean;
  readonly isReading: boolean;
  /** The name of the kind of record, and its title once that is known. */
  readonly kind: string;
  readonly title: string | undefined;
  /** Fields that the surrounding screen already shows. */
  readonly hidden: readonly string[];
  readonly error: HttpError | null;
  readonly retry: () => void;
  /** Reads it again and answers it; undefined when that fails. */
  readonly reread: () => Promise<Row | undefined>;
}

/** A person who holds an arrow key passes over records that need not be read. */
const patienceMs = 120;
const useSettled = (id: number, waits: boolean): number => {
  const [settled, setSettled] = useState(id);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setSettled(id), patienceMs);
    return () => clearTimeout(timer);
  }, [id, waits]);
  return waits ? settled : id;
};

/** Why a record cannot be read, also while it is asked for again: a page that says so does not change until the answer does. */
const useKeptError = (id: number, error: HttpError | null, isRead: boolean): HttpError | null => {
  const [kept, setKept] = useState<{ readonly id: number; readonly error: HttpError } | null>(null);
  if (error && kept?.error !== error) setKept({ id, error });
  if (isRead && kept && !error) setKept(null);
  return error ?? (!isRead && kept?.id === id ? kept.error : null);
};

/** Reads one record through the service of its resource. */
export const useRecord = (
  resource: AnyResource,
  id: number,
  { parent, follows = false, isFresh = false }: RecordOptions = {},
): RecordModel => {
  const words = useWords();
  const { query } = useOne({
    resource: resource.name,
    id: useSettled(id, follows),
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: {
      placeholderData: (previous) => (follows ? previous : undefined),
      retry: false,
      refetchOnWindowFocus: true,
      ...(isFresh && { staleTime: 0 }),
    },
  });
  const row: Row | undefined = query.data?.data;
  const error = useKeptError(id, query.error, row !== undefined);
  const isOther = row !== undefined && row[resource.key] !== id;
  return {
    resource,
    id,
    parent,
    row,
    isOther: follows && isOther,
    isReading: query.isPending || (follows && isOther),
    kind: words.t(`${resource.name}.titles.show`),
    title: row && headingOf(resource, row, words),
    hidden: parent ? [parent.field] : [],
    error,
    retry: () => void query.refetch(),
    reread: async () => (await query.refetch()).data?.data,
  };
};
