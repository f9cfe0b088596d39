import { useState, type ReactNode } from 'react';
import { fieldOf, type AnyResource } from '@/schema';
import { canRead } from '@/schema/project/access';
import { noticesOf, settle } from '@/schema/project/zod';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import type { Views } from '../../fields/kit/contracts';
import { useWords } from '../../fields/kit/useWords';
import { EmbeddedTable } from './EmbeddedTable';
import { FieldValue } from '../../fields/kit/FieldValue';

type Row = Readonly<Record<string, unknown>>;

type Cells = Readonly<Record<string, (cell: { readonly value: unknown; readonly row: Row }) => ReactNode>>;

const Value = ({
  resource,
  name,
  row,
  cells,
}: {
  readonly resource: AnyResource;
  readonly name: string;
  readonly row: Row;
  readonly cells: Cells;
}) => {
  const words = useWords();
  const field = fieldOf(resource, name);
  const rows = field.embeds ? ((row[name] ?? []) as readonly Row[]) : [];
  const notices = noticesOf(resource, row).filter(({ path }) => path === name);
  return (
    <div data-wide={field.embeds ? true : undefined}>
      <dt>{fieldLabel(words, resource, name)}</dt>
      <dd>
        {cells[name] && row[name] != null ? (
          cells[name]({ value: row[name], row })
        ) : rows.length > 0 ? (
          <EmbeddedTable field={field} rows={rows} />
        ) : (
          <FieldValue field={field} place={{ resource: resource.name, name }} row={row} />
        )}
      </dd>
      {notices.map(({ message }) => (
        <dd key={message} className="show-notice">
          {words.t(message)}
        </dd>
      ))}
    </div>
  );
};

const none: readonly string[] = [];
const noCells: Cells = {};
/** Fewer empty fields than these are no reason to hide any. */
const manyEmpty = 5;
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The declared sections in the order of the page. */
const sectionsOf = ({ show = {}, form }: AnyResource): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.keys({ ...show, ...form }).map((key) => [key, [...new Set([...(show[key] ?? []), ...(form[key] ?? [])])]]));
const bookkeeping = new Set(['version', 'organizationid']);

/** The fields of a record in the sections of its form; fields outside the form (counted, written by the server) come last. */
export const ShowSections = ({
  resource,
  row,
  hidden = none,
  cells = noCells,
  headings: Heading = 'h2',
}: {
  readonly resource: AnyResource;
  readonly row: Row;
  readonly hidden?: readonly string[];
  readonly cells?: Views<AnyResource>['cells'];
  readonly headings?: 'h2' | 'h3';
}) => {
  const { t } = useWords();
  const grants = useGrants(),
    registry = useRegistry();
  const [isWhole, setIsWhole] = useState(false);
  const when = resource.when ?? {};
  const settled = settle(resource, row);
  const isShown = (name: string) =>
    resource.all[name] !== undefined &&
    canRead(grants, fieldOf(resource, name), registry) &&
    !hidden.includes(name) &&
    (when[name]?.(settled) ?? true);
  const all = sectionsOf(resource);
  const declared = Object.entries(all).map(([key, names]) => ({
    key,
    title: t(`${resource.name}.sections.${key}`),
    names: names.filter(isShown),
  }));
  const placed = new Set(Object.values(all).flat());
  const facts = Object.keys(resource.all).filter((name) => !placed.has(name) && !bookkeeping.has(name) && isShown(name));
  const whole = [...declared, { key: 'facts', title: t('show.facts'), names: facts }];
  const empty = new Set(whole.flatMap(({ names }) => names).filter((name) => isEmpty(row[name])));
  const folds = !isWhole && empty.size >= manyEmpty;
  const sections = whole
    .map((section) => ({ ...section, names: folds ? section.names.filter((name) => !empty.has(name)) : section.names }))
    .filter(({ names }) => names.length > 0);
  return (
    <div className="show-sections">
      {sections.map(({ key, title, names }) => (
        <section key={key} className="show-section" aria-label={title}>
          <Heading>{title}</Heading>
          <dl className="show-values">
            {names.map((name) => (
              <Value key={name} resource={resource} name={name} row={row} cells={cells as Cells} />
            ))}
          </dl>
        </section>
      ))}
      {empty.size >= manyEmpty ? (
        <button type="button" className="asd-button show-empty" aria-expanded={!folds} onClick={() => setIsWhole(folds)}>
          {t(folds ? 'show.empty' : 'show.fold', { count: empty.size })}
        </button>
      ) : null}
    </div>
  );
};
