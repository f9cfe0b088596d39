import { useNotification } from '@refinedev/core';
import { useState } from 'react';
import { fieldOf, type AnyResource } from '@/schema';
import { failureOf } from '@/fields/kit/failureOf';
import { undoStore } from '../../../state/undoStore';
import { useWords } from '../../../fields/kit/useWords';
import { changesIn } from '../../action/changesIn';
import { useRunAction, type Order } from '../../action/runAction';
import { useDoneNotice } from '../../action/useDoneNotice';
import { useReread } from '../../action/useReread';
import { refusalOf } from '../../form/problems';
import { useSave } from '../../form/useSave';
import { headingOf } from '../../heading/headingOf';
import type { WayToEdit } from './wayToEdit';

type Row = Readonly<Record<string, unknown>>;
interface Cell {
  readonly resource: AnyResource;
  readonly row: Row;
  readonly name: string;
  readonly way: WayToEdit;
}

/** The values that an action asks for: those of the record, with the new one. */
const inputOf = ({ resource, row, name, way }: Cell, value: unknown): Row =>
  way.by === 'edit'
    ? {}
    : Object.fromEntries(
        Object.keys(way.offer.action.input ?? {})
          .map((field): readonly [string, unknown] => [field, field === name ? value : resource.all[field] ? row[field] : undefined])
          .filter(([, each]) => each !== null && each !== undefined && each !== ''),
      );

/** Saves one value of a record in place, says what changed, and offers to take it back. Answers whether it was saved. */
export const useCellEdit = (cell: Cell) => {
  const { resource, row, name, way } = cell;
  const words = useWords();
  const id = Number(row[resource.key]);
  const order: Order = {
    resource,
    name: way.by === 'action' ? way.offer.name : name,
    action: way.by === 'action' ? way.offer.action : { on: 'row' },
    target: { ids: [id] },
  };
  const run = useRunAction(order);
  const notify = useDoneNotice(order, row);
  const { save } = useSave(resource, id);
  const { open } = useNotification();
  const reread = useReread();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const failed = (error: unknown): readonly string[] => refusalOf(words, failureOf(error)).map(({ text }) => text);

  const edit = async (value: unknown): Promise<void> => {
    const saved = await save({ [name]: value, version: row['version'] });
    const [text = ''] = changesIn(resource, { on: 'row', input: { [name]: fieldOf(resource, name) } }, row, { ...row, ...saved }, words);
    const what = `${headingOf(resource, row, words)} · ${text}`;
    open?.({ type: 'success', key: `${resource.name}-${name}`, message: words.t('list.inline.saved'), description: what });
    undoStore.set({
      text: what,
      take: async () => {
        try {
          await save({ [name]: row[name] ?? null, version: saved['version'] });
          open?.({ type: 'success', key: `${resource.name}-undo`, message: words.t('action.undone') });
        } catch (error) {
          open?.({ type: 'error', key: `${resource.name}-undo`, message: words.t('action.failed'), description: failed(error).join(' ') });
        }
      },
    });
  };
  const submit = async (value: unknown): Promise<boolean> => {
    setBusy(true);
    try {
      if (way.by === 'edit') await edit(value);
      else {
        const done = await run(inputOf(cell, value), false);
        reread();
        void notify(done);
      }
      return true;
    } catch (error) {
      setProblems(failed(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { submit, problems, isBusy };
};
