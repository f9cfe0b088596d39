import { fieldOf, type AnyResource } from '@/schema';
import { canRead } from '@/schema/project/access';
import { CopyButton } from '../CopyButton';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { FieldValue } from '../../fields/kit/FieldValue';
import { readText } from '../../fields/kit/fieldUi';
import { useWords } from '../../fields/kit/useWords';

interface RecordHeaderProps {
  readonly resource: AnyResource;
  readonly row: Readonly<Record<string, unknown>>;
  /** Fields that the surrounding screen already shows. */
  readonly hidden?: readonly string[];
  /** Without what people copy or pay: the facts alone. */
  readonly isBrief?: boolean;
}
const none: readonly string[] = [];

/** Under the title of a record: what tells it from others, its amount, and the values that people copy. */
export const RecordHeader = ({ resource, row, hidden = none, isBrief = false }: RecordHeaderProps) => {
  const words = useWords();
  const grants = useGrants(),
    registry = useRegistry();
  const { facts = none, contact = none, amount } = resource.header ?? {};
  const isShown = (name: string): boolean => {
    const value = row[name];
    return (
      value !== null && value !== undefined && value !== '' && !hidden.includes(name) && canRead(grants, fieldOf(resource, name), registry)
    );
  };
  const textOf = (name: string): string => readText(row, fieldOf(resource, name), { resource: resource.name, name }, words);
  const shown = facts.filter(isShown);
  const copied = isBrief ? none : contact.filter(isShown);
  const due = !isBrief && amount !== undefined && isShown(amount) && row[amount] !== 0 ? amount : undefined;
  if (shown.length + copied.length === 0 && due === undefined) return null;
  return (
    <ul className="record-header" aria-label={words.t('show.header')}>
      {shown.map((name) => (
        <li key={name} title={fieldLabel(words, resource, name)}>
          <FieldValue isCell field={fieldOf(resource, name)} place={{ resource: resource.name, name }} row={row} />
        </li>
      ))}
      {due === undefined ? null : (
        <li data-amount="">
          {fieldLabel(words, resource, due)} <b>{textOf(due)}</b>
        </li>
      )}
      {copied.map((name) => (
        <li key={name} data-contact="">
          <FieldValue field={fieldOf(resource, name)} place={{ resource: resource.name, name }} row={row} />
          <CopyButton text={textOf(name)} label={words.t('show.copy', { what: fieldLabel(words, resource, name) })} />
        </li>
      ))}
    </ul>
  );
};
