import { idOf } from '@/schema/unknown';
import { useSelect } from '@refinedev/antd';
import type { BaseRecord, CrudFilter, HttpError } from '@refinedev/core';
import type { SelectProps } from 'antd';
import { useDeferredValue, useEffect, useState } from 'react';
import { joinName } from '@/schema';
import { useRegistry } from '@/fields/kit/AppContext';
import type { InputProps } from '@/fields/kit/contracts';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useWords } from '@/fields/kit/useWords';

interface Option {
  readonly value: number;
  readonly label?: unknown;
}
export interface Targets {
  readonly selectProps: SelectProps;
  /** The option of a value with its title: picked, joined in the record, found or read. */
  readonly labelled: (id: number) => { readonly value: number; readonly label: string };
  readonly remember: (options: readonly Option[]) => void;
}
interface TargetsOptions extends Pick<InputProps, 'field' | 'place' | 'draft'> {
  readonly ids: readonly number[];
  readonly narrowing: readonly CrudFilter[];
}
const pageSize = 20;
const pause = 250;

/** A value that stops changing for a moment before it is used. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
};

/** Candidates of a reference or of a set of them: one page, searched by the server, read when the list first opens. */
export const useTargets = ({ field, place, draft, ids, narrowing }: TargetsOptions): Targets => {
  const words = useWords(),
    { t } = words;
  const target = useRegistry().get((field.target ?? field.targets)!);
  const [isOpened, setIsOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<Readonly<Record<number, string>>>({});
  const search = useSettled(typed.trim());
  const joined = [draft[joinName(place.name.split('.').at(-1)!)] ?? []].flat() as unknown as readonly Readonly<Record<string, unknown>>[];
  const titleAt = (id: number): string | undefined =>
    known[id] ?? (joined.find((each) => each[target.key] === id)?.['title'] as string | null | undefined) ?? undefined;
  const unknown = ids.filter((id) => titleAt(id) === undefined);
  const { selectProps, query, defaultValueQuery } = useSelect<BaseRecord, HttpError>({
    resource: target.name,
    dataProviderName: target.service,
    optionValue: (row) => row[target.key],
    optionLabel: (row) => recordTitle(target, row, words),
    filters: [...narrowing],
    pagination: { currentPage: 1, pageSize },
    meta: { columns: [target.title], count: false, ...(search && { search }) },
    defaultValue: [...unknown],
    queryOptions: { enabled: isOpened },
    defaultValueQueryOptions: { enabled: unknown.length > 0 },
    errorNotification: false,
  });
  const options = (selectProps.options ?? []) as unknown as readonly { value: number; label: string }[];
  const listed = new Set((query.data?.data ?? []).map((row) => idOf(row, target)));
  const note = query.isError
    ? t('form.pickerFailed')
    : query.isFetching
      ? t('form.searching')
      : t(search ? 'form.nothingFound' : 'form.nothingToChoose');
  const isCut = listed.size >= pageSize;
  return {
    selectProps: {
      showSearch: true,
      filterOption: false,
      loading: query.isFetching,
      options: options.filter(({ value }) => listed.has(value)),
      notFoundContent: note,
      onOpenChange: (isOpen) => {
        if (isOpen) setIsOpened(true);
      },
      onSearch: setTyped,
      popupRender: (menu) => (
        <>
          {menu}
          {isCut ? <div className="input-more">{t('form.moreResults', { count: pageSize })}</div> : null}
        </>
      ),
    },
    labelled: (id) => ({
      value: id,
      label:
        titleAt(id) ?? options.find(({ value }) => value === id)?.label ?? (defaultValueQuery.isFetching ? t('form.searching') : `#${id}`),
    }),
    remember: (picked) =>
      setKnown((before) => ({ ...before, ...Object.fromEntries(picked.map(({ value, label }) => [value, String(label)])) })),
  };
};
