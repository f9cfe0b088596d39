import { DragRows, useDragRow } from '../../../fields/kit/DragRows';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import { mostPinned } from '@/schema/savedState';
import { labelOf, type Describing } from '../model/describeFilter';
import { shownColumns, type Column, type ListPlan } from '../model/listPlan';
import type { ListState } from '../model/listState';

type Choice = Pick<ListState, 'columns' | 'pinned' | 'widths'>;
interface ColumnChooserProps {
  readonly plan: ListPlan;
  readonly describing: Describing;
  readonly chosen: Choice;
  readonly onChange: (chosen: Partial<Choice>) => void;
}

interface ShownRowProps {
  readonly column: Column;
  /** The identity of the row for dragging, and its place. */
  readonly id: number;
  readonly at: number;
  readonly label: string;
  readonly isTitle: boolean;
  readonly isPinned: boolean;
  readonly mayPin: boolean;
  readonly onHide: () => void;
  readonly onPin: () => void;
}
const ShownRow = ({ id, at, label, isTitle, isPinned, mayPin, onHide, onPin }: ShownRowProps) => {
  const { t } = useWords();
  const { box, handle } = useDragRow(id, at, false);
  return (
    <div className="list-choices-row" {...box}>
      {handle}
      <label>
        <input type="checkbox" checked disabled={isTitle} onChange={onHide} />
        {label}
      </label>
      <button
        type="button"
        className="list-button"
        aria-pressed={isPinned}
        aria-label={t('list.columns.pin', { what: label })}
        title={t('list.columns.pin', { what: label })}
        disabled={!isPinned && !mayPin}
        onClick={onPin}
      >
        <Icon name="pin" />
      </button>
    </div>
  );
};

/** Shows, hides, orders and pins columns; the one that names the record is always shown. */
export default function ColumnChooser({ plan, describing, chosen, onChange }: ColumnChooserProps) {
  const { t } = useWords();
  const { columns, pinned, widths } = chosen;
  const shown = shownColumns(plan, columns, pinned).map(({ name }) => name);
  const place = (name: string): number => plan.columns.findIndex((column) => column.name === name);
  const choose = (names: readonly string[], stay: readonly string[] = pinned): void => {
    const isSame = stay.length === 0 && names.length === plan.standard.length && names.every((name, at) => name === plan.standard[at]);
    onChange({ columns: isSame ? null : names, pinned: stay.filter((name) => names.includes(name)) });
  };
  const move = (from: number, to: number): void => {
    const others = shown.filter((_, at) => at !== from);
    const next = [...others.slice(0, to), ...shown.slice(from, from + 1), ...others.slice(to)];
    // Those that stay are the first ones, so a column dragged among them stays, and one dragged out of them does not.
    const count =
      pinned.length + (from < pinned.length && to >= pinned.length ? -1 : 0) + (from >= pinned.length && to < pinned.length ? 1 : 0);
    choose(next, next.slice(0, Math.min(count, mostPinned)));
  };
  const pin = (name: string): void => {
    const stay = pinned.includes(name) ? pinned.filter((each) => each !== name) : [...pinned, name];
    choose([...stay, ...shown.filter((each) => !stay.includes(each))], stay);
  };
  const isDeclared = columns === null && pinned.length === 0 && Object.keys(widths).length === 0;
  return (
    <fieldset className="list-choices">
      <legend>{t('list.columns.title')}</legend>
      <div className="list-choices-scroll">
        <DragRows keys={shown.map(place)} onMove={move}>
          {plan.columns
            .filter(({ name }) => shown.includes(name))
            .sort((one, other) => shown.indexOf(one.name) - shown.indexOf(other.name))
            .map((column, at) => (
              <ShownRow
                key={column.name}
                column={column}
                id={place(column.name)}
                at={at}
                label={labelOf(describing, column.name)}
                isTitle={column.name === plan.title}
                isPinned={pinned.includes(column.name)}
                mayPin={pinned.length < mostPinned}
                onHide={() => choose(shown.filter((each) => each !== column.name))}
                onPin={() => pin(column.name)}
              />
            ))}
        </DragRows>
        {plan.columns
          .filter(({ name }) => !shown.includes(name))
          .map(({ name }) => (
            <label key={name}>
              <input type="checkbox" checked={false} onChange={() => choose([...shown, name])} />
              {labelOf(describing, name)}
            </label>
          ))}
      </div>
      <p className="list-choices-hint">{t('list.columns.hint')}</p>
      <button
        type="button"
        className="list-button"
        disabled={isDeclared}
        onClick={() => onChange({ columns: null, pinned: [], widths: {} })}
      >
        {t('list.columns.reset')}
      </button>
    </fieldset>
  );
}
