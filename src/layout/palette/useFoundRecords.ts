import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldOf, type AnyResource, type Registry } from '@/schema';
import { canRead, canSee } from '@/schema/project/access';
import { createSearch, type Hit, type Query } from '@/providers/search/createSearch';
import { useServices } from '@/providers/ServicesContext';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { readText } from '@/fields/kit/fieldUi';
import { foldText } from '@/schema/foldText';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useWords, type Words } from '@/fields/kit/useWords';
import { matchElsewhere, shownPieces, textOf, type Piece } from './pieces';

export interface FoundRecord {
  readonly id: number;
  readonly title: readonly Piece[];
  /** The match if no shown text contains it, and other first columns of the list. */
  readonly note: readonly Piece[];
}
interface Found {
  readonly resource: AnyResource;
  readonly records: readonly FoundRecord[];
}
export interface FoundRecords {
  readonly found: readonly Found[];
  readonly isSearching: boolean;
  readonly failed: boolean;
}
interface Answer {
  readonly text: string;
  readonly found: readonly Found[];
  readonly failed: boolean;
}

const pauseMs = 250,
  fewest = 2,
  most = 5,
  noted = 3;
const between: Piece = { text: ' · ', isMatch: false };
const none: Answer = { text: '', found: [], failed: false };

/** The columns that a line shows next to the title, and the columns that they need. */
const columnsOf = (
  grants: ReturnType<typeof useGrants>,
  registry: Registry,
  resource: AnyResource,
): { readonly columns: readonly string[]; readonly asked: readonly string[] } => {
  const { list, title } = resource;
  const columns = list.columns.filter((name) => name !== title && canRead(grants, fieldOf(resource, name), registry)).slice(0, noted);
  const read = columns.flatMap((name) => fieldOf(resource, name).reads ?? []).filter((name) => canSee(grants, fieldOf(resource, name)));
  return { columns, asked: [...new Set([title, ...columns, ...read])] };
};

const toRecord = (resource: AnyResource, columns: readonly string[], hit: Hit, words: Words): FoundRecord => {
  const title = recordTitle(resource, hit, words);
  const notes = columns
    .map((name) => [name, readText(hit, fieldOf(resource, name), { resource: resource.name, name }, words)] as const)
    .filter(([, text]) => text);
  const called = shownPieces(hit, resource.title, title),
    said = notes.map(([name, text]) => shownPieces(hit, name, text));
  const isSaid = [called, ...said].some((pieces) => pieces.some(({ isMatch }) => isMatch));
  const beyond = isSaid ? [] : matchElsewhere(hit, [title, ...notes.map(([, text]) => text)].join(' '));
  const parts = beyond.length > 0 ? [beyond, ...said] : said;
  return { id: Number(hit.objectID), title: called, note: parts.flatMap((pieces, at) => (at > 0 ? [between, ...pieces] : pieces)) };
};

/** Searches all resources with one request. */
const useAsk = () => {
  const { config, http } = useServices();
  const grants = useGrants(),
    registry = useRegistry(),
    words = useWords();
  const { i18n } = useTranslation();
  const search = useMemo(() => createSearch(config, http), [config, http]);
  return async (resources: readonly AnyResource[], text: string, signal: AbortSignal): Promise<readonly Found[]> => {
    const asking = resources.map((resource) => ({ resource, ...columnsOf(grants, registry, resource) }));
    const answers = await search(
      text,
      asking.map(({ resource, asked }): Query => ({ index: resource.name, attributes: asked })),
      { most, signal },
    );
    const hits = asking
      .map(({ resource, columns }, at) => ({ resource, columns, hits: answers[at] ?? [] }))
      .filter((each) => each.hits.length > 0);
    await i18n.loadNamespaces([...hits.map(({ resource }) => resource.name), 'lists']);
    return hits.map(({ resource, columns: shown, hits: rows }) => ({
      resource,
      records: rows.map((hit) => toRecord(resource, shown, hit, words)),
    }));
  };
};

/** Whether the results for a shorter text are still valid for the longer one. */
const stillFits =
  (text: string) =>
  ({ title, note }: FoundRecord): boolean => {
    const all = foldText(`${textOf(title)} ${textOf(note)}`);
    return foldText(text)
      .split(/\s+/)
      .every((word) => all.includes(word));
  };

/** Searches several resources at once: after a pause, cancelled by the next letter. */
export const useFoundRecords = (typed: string, resources: readonly AnyResource[]): FoundRecords => {
  const text = typed.trim();
  const ask = useAsk();
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  const [answer, setAnswer] = useState(none);
  useEffect(() => {
    if (text.length < fewest) return undefined;
    const control = new AbortController();
    const settle = (each: Omit<Answer, 'text'>): void => {
      if (!control.signal.aborted) setAnswer({ text, ...each });
    };
    const timer = setTimeout(() => {
      if (resources.length === 0) settle(none);
      else
        asking.current(resources, text, control.signal).then(
          (found) => settle({ found, failed: false }),
          () => settle({ found: [], failed: true }),
        );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, resources]);

  return useMemo(() => {
    if (text.length < fewest) return { found: [], isSearching: false, failed: false };
    if (answer.text === text) return { found: answer.found, isSearching: false, failed: answer.failed };
    return {
      found: answer.found
        .map((each) => ({ ...each, records: each.records.filter(stillFits(text)) }))
        .filter(({ records }) => records.length > 0),
      isSearching: true,
      failed: false,
    };
  }, [answer, text]);
};
