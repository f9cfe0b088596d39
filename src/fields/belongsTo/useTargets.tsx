import { foldText } from '@/schema/foldText';
import { idOf, rowsIn, textIn } from '@/schema/unknown';
import { useSelect } from '@refinedev/antd';
import type { BaseRecord, CrudFilter, HttpError } from '@refinedev/core';
import type { SelectProps } from '@/frame/antd/Select';
import { useDeferredValue, useEffect, useState } from 'react';
import { fieldOf, joinName } from '@/schema';
import { useRegistry } from '@/fields/kit/AppContext';
import type { InputProps } from '@/fields/kit/contracts';
import { joinedTitle } from '@/fields/kit/joinedTitle';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useWords } from '@/fields/kit/useWords';
import { must, nth } from '@/schema/must';

export interface Option {
  readonly value: number;
  readonly label?: unknown;
}
export interface Targets {
  readonly selectProps: SelectProps;
  /** The option of a value with its title: picked, joined in the record, found or read. */
  readonly labelled: (id: number) => { readonly value: number; readonly label: string };
  readonly remember: (options: readonly Option[]) => void;
  /** All candidates, once they are read and turn out to be few; undefined while nobody knows. */
  readonly few: readonly { readonly value: number; readonly label: string }[] | undefined;
  readonly isReading: boolean;
}
interface TargetsOptions extends Pick<InputProps, 'field' | 'place' | 'draft'> {
  readonly ids: readonly number[];
  readonly narrowing: readonly CrudFilter[];
  /** The field of the target with the record that it belongs to, which is added to its title. */
  readonly owner?: string | undefined;
  /** Read at once, not only when the list opens. */
  readonly isEager?: boolean;
}
const pageSize = 20;
const pause = 250;

/** A value that is used once it has not changed for a moment. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
};

/** Candidates of a reference or of a set of references: one page, searched by the server, read when the list first opens. */
export const useTargets = ({ field, place, draft, ids, narrowing, owner, isEager = false }: TargetsOptions): Targets => {
  const words = useWords(),
    { t } = words;
  const target = useRegistry().get(must(field.target ?? field.targets, `the target of ${place.name}`));
  const [isOpened, setIsOpened] = useState(isEager);
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<Readonly<Record<number, string>>>({});
  const search = useSettled(typed.trim());
  const joined = rowsIn([draft[joinName(nth(place.name.split('.'), -1))]].flat());
  const titleAt = (id: number): string | undefined =>
    known[id] ?? textIn(joined.find((each) => each[target.key] === id)?.['title']) ?? undefined;
  const titleOf = (row: BaseRecord): string => {
    const owning = owner === undefined ? undefined : joinedTitle(row, fieldOf(target, owner), owner, words);
    return [recordTitle(target, row, words), ...(owning ? [owning] : [])].join(' · ');
  };
  const unknown = ids.filter((id) => titleAt(id) === undefined);
  const { selectProps, query, defaultValueQuery } = useSelect<BaseRecord, HttpError>({
    resource: target.name,
    dataProviderName: target.service,
    optionValue: (row) => row[target.key],
    optionLabel: titleOf,
    filters: [...narrowing],
    pagination: { currentPage: 1, pageSize },
    meta: { columns: [target.title, ...(owner ? [owner] : [])], count: false, ...(search && { search }) },
    defaultValue: [...unknown],
    queryOptions: { enabled: isOpened },
    defaultValueQueryOptions: { enabled: unknown.length > 0 },
    errorNotification: false,
  });
  const options = (selectProps.options ?? []) as unknown as readonly { value: number; label: string }[];
  const listed = new Set((query.data?.data ?? []).map((row) => idOf(row, target)));
  // Until the server has answered for the typed text, only matching candidates stay, so that Enter never picks a record of an earlier
  // search.
  const isBehind = typed.trim() !== search;
  const note = query.isError
    ? t('form.pickerFailed')
    : isBehind || query.isFetching
      ? t('form.searching')
      : t(search ? 'form.nothingFound' : 'form.nothingToChoose');
  const isCut = listed.size >= pageSize;
  const matches = ({ label }: { readonly label: string }): boolean => !isBehind || foldText(label).includes(foldText(typed));
  return {
    selectProps: {
      showSearch: true,
      filterOption: false,
      loading: query.isFetching,
      'aria-busy': isBehind || query.isFetching,
      options: options.filter((option) => listed.has(option.value) && matches(option)),
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
    few: query.data && search === '' && !isCut ? options.filter(({ value }) => listed.has(value)) : undefined,
    isReading: query.isLoading,
    remember: (picked) =>
      setKnown((before) => ({ ...before, ...Object.fromEntries(picked.map(({ value, label }) => [value, String(label)])) })),
  };
};
