import { useDataProvider } from '@refinedev/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '@/schema';
import { canSee } from '@/schema/project/access';
import { useGrants } from '@/views/AppContext';
import { readText } from '@/views/fieldUi';
import { plainText } from '@/views/plainText';
import { recordTitle } from '@/views/recordTitle';
import { useWords, type Words } from '@/views/useWords';

type Row = Readonly<Record<string, unknown>>;
export interface FoundRecord {
  readonly id: number;
  readonly title: string;
  /** What else the list says first. */
  readonly note: string;
}
interface Found {
  readonly resource: AnyResource;
  readonly records: readonly FoundRecord[];
}
export interface FoundRecords {
  readonly found: readonly Found[];
  readonly isSearching: boolean;
  readonly failed: readonly AnyResource[];
}
interface Answers {
  readonly text: string;
  /** One per resource, in the order of the menu; nothing while it has not answered. */
  readonly rows: readonly (readonly FoundRecord[] | 'failed' | undefined)[];
}

const pauseMs = 250, fewest = 2, most = 5, noted = 3;
const none: Answers = { text: '', rows: [] };

/** Asks one resource; refine's providers cancel by the signal. */
const useAsk = () => {
  const providers = useDataProvider();
  const grants = useGrants(), words = useWords();
  const { i18n } = useTranslation();
  const toRecord = (resource: AnyResource, columns: readonly string[], row: Row, { locale }: Words): FoundRecord => ({
    id: Number(row[resource.key]), title: recordTitle(resource, row, locale),
    note: columns.map((name) => readText(row, resource.all[name]!, { resource: resource.name, name }, words)).filter(Boolean).join(' · '),
  });
  return async (resource: AnyResource, search: string, signal: AbortSignal): Promise<readonly FoundRecord[]> => {
    const { all, list, title } = resource;
    const beside = list.columns.filter((name) => name !== title && canSee(grants, all[name]!)).slice(0, noted);
    const read = beside.flatMap((name) => all[name]!.reads ?? []).filter((name) => canSee(grants, all[name]!));
    const { data } = await providers(resource.service).getList({
      resource: resource.name, pagination: { currentPage: 1, pageSize: most }, filters: [], sorters: Object.entries(list.sort ?? {}).map(([field, order]) => ({ field, order: order! })),
      meta: { columns: [...new Set([title, ...beside, ...read])], search, count: false, signal },
    });
    if (data.length > 0) await i18n.loadNamespaces(resource.name);
    return data.slice(0, most).map((row) => toRecord(resource, beside, row as Row, words));
  };
};

/** Whether what was found for a shorter text still answers the longer one. */
const stillFits = (text: string) => ({ title, note }: FoundRecord): boolean => {
  const all = plainText(`${title} ${note}`);
  return plainText(text).split(/\s+/).every((word) => all.includes(word));
};
/** The answers up to the first that is missing: what stands on the page never moves because a slower one arrived. */
const inOrder = ({ rows }: Answers, resources: readonly AnyResource[]): readonly Found[] => {
  const missing = rows.indexOf(undefined);
  return rows.slice(0, missing < 0 ? rows.length : missing).flatMap((records, at) => (Array.isArray(records) && records.length > 0 ? [{ resource: resources[at]!, records: records as readonly FoundRecord[] }] : []));
};

/** Looks for a text in several resources at once: after a pause, cancelled by the next letter. */
export const useFoundRecords = (typed: string, resources: readonly AnyResource[]): FoundRecords => {
  const text = typed.trim();
  const ask = useAsk();
  const asking = useRef(ask);
  useEffect(() => { asking.current = ask; });
  const [answers, setAnswers] = useState(none);
  useEffect(() => {
    if (text.length < fewest) return undefined;
    const control = new AbortController();
    const timer = setTimeout(() => {
      const rows: (readonly FoundRecord[] | 'failed' | undefined)[] = resources.map(() => undefined);
      if (rows.length === 0) setAnswers({ text, rows });
      resources.forEach((resource, at) => {
        const arrived = (each: readonly FoundRecord[] | 'failed'): void => {
          if (control.signal.aborted) return;
          rows[at] = each;
          setAnswers({ text, rows: [...rows] });
        };
        asking.current(resource, text, control.signal).then(arrived, () => arrived('failed'));
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, resources]);

  return useMemo(() => {
    if (text.length < fewest) return { found: [], isSearching: false, failed: [] };
    const found = inOrder(answers, resources);
    if (answers.text === text) return { found, isSearching: answers.rows.includes(undefined), failed: resources.filter((_, at) => answers.rows[at] === 'failed') };
    return { found: found.map((each) => ({ ...each, records: each.records.filter(stillFits(text)) })).filter(({ records }) => records.length > 0), isSearching: true, failed: [] };
  }, [answers, text, resources]);
};
