import { idOf, numbersIn } from '@/schema/unknown';
import { useMany, useOne } from '@refinedev/core';
import { joinName, type AnyField } from '@/schema';
import { useRegistry } from './AppContext';
import type { Place } from './contracts';
import { uiOf } from './fieldUi';
import { recordTitle } from './recordTitle';
import { useWords } from './useWords';

export interface FieldValueProps {
  readonly field: AnyField;
  readonly place: Place;
  readonly row: Readonly<Record<string, unknown>>;
  /** Draws it small, as in tables. */
  readonly isCell?: boolean;
  /** The value comes without its record: the title of its target is fetched. */
  readonly isLoose?: boolean;
  /** The titles of the records that a value without its record refers to, by their keys; those of others stay unknown. */
  readonly titles?: Readonly<Record<string, string>>;
}
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const Drawn = ({ field, place, row, isCell = false }: FieldValueProps) => {
  const words = useWords();
  const value = row[place.name];
  const { Cell, Show, toText } = uiOf(field);
  const Draw = isCell ? Cell : (Show ?? Cell);
  return Draw ? <Draw value={value} field={field} place={place} row={row} words={words} /> : toText(value, field, place, words, row);
};

/** A reference without its joined record: its title is fetched. */
const Unjoined = (props: FieldValueProps & { readonly target: string }) => {
  const words = useWords();
  const target = useRegistry().get(props.target);
  const { result, query } = useOne({
    resource: target.name,
    dataProviderName: target.service,
    id: Number(props.row[props.place.name]),
    errorNotification: false,
  });
  if (query.isLoading) return '…';
  const join = { [target.key]: props.row[props.place.name], title: result ? recordTitle(target, result, words) : null };
  return <Drawn {...props} row={{ ...props.row, [joinName(props.place.name)]: join }} />;
};

/** The same for a set: its titles are fetched together. */
const UnjoinedSet = (props: FieldValueProps & { readonly targets: string }) => {
  const words = useWords();
  const target = useRegistry().get(props.targets);
  const ids = numbersIn(props.row[props.place.name]);
  const { result } = useMany({ resource: target.name, dataProviderName: target.service, ids: [...ids], errorNotification: false });
  const titles = new Map((result.data ?? []).map((row) => [idOf(row, target), recordTitle(target, row, words)]));
  return (
    <Drawn
      {...props}
      row={{ ...props.row, [joinName(props.place.name)]: ids.map((id) => ({ [target.key]: id, title: titles.get(id) ?? null })) }}
    />
  );
};
/** A value whose titles are given. */
const Titled = (props: FieldValueProps & { readonly target: string; readonly titles: Readonly<Record<string, string>> }) => {
  const target = useRegistry().get(props.target);
  const value = props.row[props.place.name];
  const join = (id: unknown) => ({ [target.key]: id, title: props.titles[String(id)] ?? null });
  return <Drawn {...props} row={{ ...props.row, [joinName(props.place.name)]: Array.isArray(value) ? value.map(join) : join(value) }} />;
};
/** Whether the joined records belong to the value. */
const isOf = (joined: readonly object[], ids: unknown): boolean =>
  Array.isArray(ids) && joined.length === ids.length && joined.every((each) => Object.values(each).some((part) => ids.includes(part)));

/** A value as its type shows it, or a dash. */
export const FieldValue = (props: FieldValueProps) => {
  const { t } = useWords();
  const { field, place, row, isLoose = false, titles } = props;
  const value = row[place.name];
  if (isEmpty(value))
    return (
      <span className="value-none" aria-label={t('show.none')}>
        —
      </span>
    );
  const target = field.target ?? field.targets;
  if (titles && target) return <Titled {...props} target={target} titles={titles} />;
  const joined = row[joinName(place.name)];
  if (field.targets && (isLoose || !Array.isArray(joined) || !isOf(joined, value)))
    return <UnjoinedSet {...props} targets={field.targets} />;
  const isStale = isLoose || (typeof joined === 'object' && joined !== null && !Object.values(joined).includes(value));
  return field.target && isStale ? <Unjoined {...props} target={field.target} /> : <Drawn {...props} />;
};
