import { useList, type BaseRecord, type HttpError } from '@refinedev/core';
import { Select } from '@/frame/antd/Select';
import { useDeferredValue, useEffect, useState } from 'react';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import type { Draft } from '@/fields/kit/draft';
import { useWords } from '@/fields/kit/useWords';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { numberIn, textIn } from '@/schema/unknown';
import { formatDay } from '@/words/format';

const pause = 250,
  fewest = 2,
  most = 8;
const kept = [
  'first_name',
  'last_name',
  'second_last_name',
  'gender',
  'birth_date',
  'email',
  'phone',
  'city',
  'club',
  'tshirt_size',
] as const;

const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
};

/** Athletes whom a text finds: all of them for people who may list athletes, otherwise those whom the organization registered before. */
const useFound = (resource: AnyResource, search: string) => {
  const athletes = useRegistry().get('web_users');
  const isAll = can(useGrants(), 'list', athletes);
  const source = isAll ? athletes : resource;
  const { query, result } = useList<BaseRecord, HttpError>({
    resource: source.name,
    dataProviderName: source.service,
    pagination: { currentPage: 1, pageSize: isAll ? most : most * 3 },
    meta: { columns: ['name', 'web_userid', ...kept].filter((name) => source.all[name]), count: false, search },
    ...(isAll && { filters: [{ field: 'status', operator: 'eq' as const, value: 'active' }] }),
    queryOptions: { enabled: search.length >= fewest, placeholderData: (previous) => previous },
    errorNotification: false,
  });
  const byId = new Map<number, Draft>();
  for (const row of search.length >= fewest ? result.data : []) {
    const id = numberIn(row['web_userid']);
    if (id !== null && !byId.has(id) && byId.size < most) byId.set(id, row);
  }
  return { people: byId, isReading: query.isFetching, isFailed: query.isError };
};

/** A typed name as the fields of a new person; something with an @ is an address. */
export const nameOf = (typed: string): Draft => {
  if (typed.includes('@')) return { email: typed.trim() };
  const parts = typed.trim().split(/\s+/).filter(Boolean);
  const firsts = parts.length > 3 ? 2 : 1;
  const [last, second] = [parts[firsts], parts.slice(firsts + 1).join(' ')];
  return {
    ...(parts.length > 0 && { first_name: parts.slice(0, firsts).join(' ') }),
    ...(last && { last_name: last }),
    ...(second && { second_last_name: second }),
  };
};

const titleOf = (row: Draft): string =>
  textIn(row['name']) ?? ['first_name', 'last_name', 'second_last_name'].map((name) => textIn(row[name]) ?? '').join(' ');

interface Candidate {
  readonly value: number;
  readonly label: string;
  readonly note: string;
}
const drawn = ({ data: { value, label, note } }: { readonly data: Candidate }) => (
  <span className="counter-candidate" data-new={value === 0 || undefined}>
    {label}
    {note ? <small>{note}</small> : null}
  </span>
);

export interface PersonSearchProps {
  readonly resource: AnyResource;
  readonly id: string;
  readonly onChoose: (person: Draft) => void;
  readonly onNew: (person: Draft) => void;
}
/** Finds an athlete by name, e-mail or phone, or begins a new one with what was typed. */
export const PersonSearch = ({ resource, id, onChoose, onNew }: PersonSearchProps) => {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { people, isReading, isFailed } = useFound(resource, search);
  const isBehind = typed.trim() !== search || isReading;
  const found = [...people].map(([value, row]) => ({
    value,
    label: titleOf(row),
    note: [row['birth_date'] ? formatDay(String(row['birth_date'])) : null, row['city'], row['email']]
      .map((part) => textIn(part))
      .filter(Boolean)
      .join(' · '),
  }));
  const fresh = { value: 0, label: t('inscriptions.counter.newPerson', { name: typed.trim() }), note: '' };
  const isAsked = typed.trim().length >= fewest;
  return (
    <Select<number, Candidate>
      id={id}
      className="input-wide"
      autoFocus
      showSearch
      filterOption={false}
      onSearch={setTyped}
      value={null}
      placeholder={t('inscriptions.counter.search')}
      aria-busy={isAsked && isBehind}
      loading={isAsked && isBehind}
      options={isAsked ? [...(isBehind && found.length === 0 ? [] : found), ...(isBehind ? [] : [fresh])] : []}
      optionRender={drawn}
      notFoundContent={t(isFailed ? 'form.pickerFailed' : isAsked ? 'form.searching' : 'inscriptions.counter.searchHint')}
      onChange={(value) => {
        const row = people.get(value);
        if (row) onChoose({ ...row, web_userid: value });
        else onNew(nameOf(typed));
      }}
    />
  );
};
