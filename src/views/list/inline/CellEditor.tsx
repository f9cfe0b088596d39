import { useOne } from '@refinedev/core';
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { fieldOf, type AnyField, type AnyResource } from '@/schema';
import { useGrants } from '../../../fields/kit/AppContext';
import { fieldLabel } from '../../../fields/kit/fieldLabel';
import { useWords } from '../../../fields/kit/useWords';
import { FloatingPanel } from '../../../frame/FloatingPanel';
import { useFirstFocus } from '../../action/useFirstFocus';
import { FormField } from '../../form/FormField';
import { headingOf } from '../../heading/headingOf';
import { useCellEdit } from './useCellEdit';
import { wayToEdit, type WayToEdit } from './wayToEdit';

type Row = Readonly<Record<string, unknown>>;
interface CellEditorProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly name: string;
  readonly anchor: HTMLElement;
  /** Goes to the next value of the row that can be changed, or to the one before. */
  readonly onNext: (step: 1 | -1) => void;
  readonly onClose: () => void;
}
interface EditingProps extends CellEditorProps {
  readonly row: Row;
  readonly way: WayToEdit;
}

const Editing = ({ resource, row, name, way, onNext, onClose }: EditingProps) => {
  const words = useWords(),
    { t } = words;
  const form = useId();
  const root = useFirstFocus();
  const [draft, setDraft] = useState<Row>(row);
  const { submit, problems, isBusy } = useCellEdit({ resource, row, name, way });
  const asked: AnyField = (way.by === 'action' ? way.offer.action.input?.[name] : undefined) ?? fieldOf(resource, name);
  const isSame = JSON.stringify(draft[name] ?? null) === JSON.stringify(row[name] ?? null);
  const leave = async (go: () => void): Promise<void> => {
    if (isBusy) return;
    if (isSame || (await submit(draft[name] ?? null))) go();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    void leave(() => onNext(event.shiftKey ? -1 : 1));
  };
  return (
    <form
      ref={root}
      id={form}
      className="filter-editor"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void leave(onClose);
      }}
    >
      <small>{headingOf(resource, row, words)}</small>
      <FormField
        form={form}
        name={name}
        field={asked}
        place={{ resource: resource.name, name }}
        label={fieldLabel(words, resource, name)}
        draft={draft}
        isLocked={false}
        isChanged={false}
        problems={problems.map((text) => ({ path: name, text }))}
        onChange={(field, value) => setDraft((before) => ({ ...before, [field]: value }))}
      />
      <div className="filter-steps">
        <button type="button" className="asd-button" onClick={onClose}>
          {t('form.cancel')}
        </button>
        <button type="submit" className="asd-button" data-primary="" aria-busy={isBusy}>
          {t('list.inline.save')}
        </button>
      </div>
    </form>
  );
};

/** Changes one value of a row in place. It reads the record first, so that what it saves is compared with what is stored now. */
export default function CellEditor(props: CellEditorProps) {
  const { resource, id, name, anchor, onClose } = props;
  const { t } = useWords();
  const grants = useGrants();
  const { query } = useOne({
    resource: resource.name,
    id,
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: { retry: false, staleTime: 0 },
  });
  const row: Row | undefined = query.isFetching ? undefined : query.data?.data;
  const way = row && wayToEdit(grants, resource, row, name);
  return (
    <FloatingPanel anchor={anchor} label={t('list.inline.label')} onClose={onClose}>
      {row && way ? (
        <Editing key={name} {...props} row={row} way={way} />
      ) : query.isFetching ? (
        <span className="asd-skeleton" />
      ) : (
        <p role="alert">{t('list.inline.refused')}</p>
      )}
    </FloatingPanel>
  );
}
