import { memo, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { isSwitch } from '@/schema/mayGrant';
import { useGrants } from '@/fields/kit/AppContext';
import { Icon } from '@/frame/Icon';
import { useWords } from '@/fields/kit/useWords';
import { cellOf, differs, nextOf, offeredIn, shownIn, storedIn, type Column, type Group, type Held, type Role, type Ticks } from './matrix';

export interface MatrixTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly groups: readonly Group[];
  readonly ticks: Ticks;
  readonly problems: Readonly<Record<string, string>>;
  /** Marks the rows in which the columns differ. */
  readonly compares: boolean;
  /** The column that a phone shows. */
  readonly chosen: number;
  readonly onTick: (cell: string, held: Held, stored: Held) => void;
  readonly onSaveAs?: ((column: Column) => void) | undefined;
}
const letters: Readonly<Record<string, Held>> = { n: 'none', v: 'view', e: 'edit' };
const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** The text of a cell: a role without levels shows neither view nor edit. */
const wordOf = (role: Role, held: Held): string => `roles.matrix.access.${held !== 'none' && isSwitch(role) ? 'given' : held}`;

interface CellProps {
  readonly column: Column;
  readonly role: Role;
  readonly shown: Held;
  readonly problem: string | undefined;
  readonly row: number;
  readonly place: number;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly onTick: MatrixTableProps['onTick'];
}
const Cell = memo(({ column, role, shown, problem, row, place, isCurrent, isChosen, onTick }: CellProps) => {
  const { t, locale } = useWords();
  const stored = storedIn(column, role),
    offered = offeredIn(column, role, useGrants());
  const isFixed = offered.length < 2;
  const reason = problem ?? (column.lock ? t(`roles.matrix.locks.${column.lock}`) : isFixed ? t('roles.matrix.beyond') : undefined);
  const parts = [
    `${role.name[locale] ?? role.slug}, ${column.title}: ${t(wordOf(role, shown))}`,
    shown === stored ? '' : t('roles.matrix.before', { access: t(wordOf(role, stored)) }),
    reason ?? '',
  ];
  const put = (held: Held): void => {
    if (held !== shown && offered.includes(held)) onTick(cellOf(column, role), held, stored);
  };
  return (
    <td data-chosen={isChosen || undefined}>
      <button
        type="button"
        className="matrix-cell"
        data-held={shown}
        data-changed={shown !== stored || undefined}
        data-invalid={problem ? true : undefined}
        data-row={row}
        data-column={place}
        tabIndex={isCurrent ? 0 : -1}
        aria-disabled={isFixed || undefined}
        aria-label={parts.filter(Boolean).join('. ')}
        title={reason}
        onClick={() => put(nextOf(shown, offered))}
        onKeyDown={(event) => {
          const held = letters[event.key.toLowerCase()];
          if (!held || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          event.stopPropagation(); // the same letters are shortcuts of the page
          put(isSwitch(role) && held !== 'none' ? (offered.at(-1) ?? shown) : held);
        }}
      >
        {t(wordOf(role, shown))}
      </button>
    </td>
  );
});
Cell.displayName = 'Cell';

const Head = ({ column, onSaveAs }: { readonly column: Column; readonly onSaveAs: MatrixTableProps['onSaveAs'] }) => {
  const { t } = useWords();
  const reason = column.lock && t(`roles.matrix.locks.${column.lock}`);
  return (
    <>
      <Link to={column.to}>{column.title}</Link>
      <span className="matrix-head-tools">
        {column.note ? <small>{column.note}</small> : null}
        {reason ? (
          <span className="matrix-lock" role="img" aria-label={reason} title={reason}>
            <Icon name="lock" />
          </span>
        ) : null}
        {onSaveAs ? (
          <button
            type="button"
            onClick={() => onSaveAs(column)}
            aria-label={t('roles.matrix.saveAs', { name: column.title })}
            title={t('roles.matrix.saveAs', { name: column.title })}
          >
            <Icon name="copy" />
          </button>
        ) : null}
      </span>
    </>
  );
};

/**
 * Roles as rows, profiles or people as columns; each cell is none, view or edit. The arrow keys move between cells; a click changes one,
 * and so do the letters N, V and E.
 */
export const MatrixTable = ({ label, columns, groups, ticks, problems, compares, chosen, onTick, onSaveAs }: MatrixTableProps) => {
  const { t, locale } = useWords();
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<readonly [row: number, column: number]>([0, 0]);
  const rows = groups.flatMap((group) => group.roles);
  const here = [Math.min(current[0], Math.max(0, rows.length - 1)), Math.min(current[1], columns.length - 1)] as const;
  const walk = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const { row, column } = (event.target as HTMLElement).dataset;
    if (!step || row === undefined || column === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    table.current?.querySelector<HTMLElement>(`[data-row="${Number(row) + step[0]}"][data-column="${Number(column) + step[1]}"]`)?.focus();
  };
  let at = -1;
  return (
    <div className="matrix-scroll">
      <table
        className="matrix"
        ref={table}
        aria-label={label}
        onKeyDown={walk}
        onFocus={({ target }) => {
          const { row, column } = target.dataset;
          if (row !== undefined && column !== undefined) setCurrent([Number(row), Number(column)]);
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('roles.singular')}</th>
            {columns.map((column, place) => (
              <th scope="col" key={column.id} data-chosen={place === chosen || undefined}>
                <Head column={column} onSaveAs={onSaveAs} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ category, roles }) => (
          <tbody key={category}>
            <tr className="matrix-group">
              <th scope="rowgroup" colSpan={columns.length + 1}>
                <span>{t(`roles.choices.category.${category}`)}</span>
              </th>
            </tr>
            {roles.map((role) => {
              at += 1;
              const row = at,
                isOdd = compares && differs(columns, role, ticks);
              return (
                <tr key={role.roleid} data-differs={isOdd || undefined}>
                  <th scope="row">
                    <span>{role.name[locale] ?? role.slug}</span>
                    <small>{role.slug}</small>
                    {isOdd ? <b className="matrix-differs">{t('roles.matrix.differs')}</b> : null}
                  </th>
                  {columns.map((column, place) => (
                    <Cell
                      key={column.id}
                      column={column}
                      role={role}
                      shown={shownIn(column, role, ticks)}
                      problem={problems[cellOf(column, role)]}
                      row={row}
                      place={place}
                      isCurrent={here[0] === row && here[1] === place}
                      isChosen={place === chosen}
                      onTick={onTick}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
};
