import { failureOf } from '@/fields/kit/failureOf';
import { useEffect, useRef } from 'react';
import type { AnyResource } from '@/schema';
import { refusalOf } from '@/views/form/problems';
import { useSave } from '@/views/form/useSave';
import { useWords } from '@/fields/kit/useWords';
import { nth } from '@/schema/must';
import type { Model, Shelf } from './stock';

/** The numbers of a size that people write; the others are sums of its ledger. */
export type Written = 'ordered' | 'low_stock_at';
/** One cell with its value when it was read, and the new value. */
export interface ShelfChange {
  readonly id: number;
  readonly name: Written;
  readonly was: number | null;
  readonly value: number | null;
}

const stale = 409;
/** All sizes of a shirt as their form sends them, with one changed; what is not sent stays. */
const sizesWith = (sizes: readonly Shelf[], { id, name, value }: ShelfChange): readonly object[] =>
  sizes.map(({ tshirt_stockid, size }) => ({ tshirt_stockid, size, ...(tshirt_stockid === id && { [name]: value }) }));

/**
 * Saves one cell of a shirt at a time, in the order in which they were typed, under the version of the shirt. Answers the refusal, or
 * undefined.
 *
 * If somebody else changed the shirt in the meantime, the cell is saved over the newer version as long as its own value is unchanged;
 * otherwise a message says so.
 */
export const useSaveShelf = (
  resource: AnyResource,
  model: Model,
  reread: () => Promise<Model | undefined>,
): ((change: ShelfChange) => Promise<string | null>) => {
  const words = useWords();
  const { save: put } = useSave(resource, model.tshirt_modelid);
  const known = useRef(model),
    queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (model.version >= known.current.version) known.current = model;
  }, [model]);
  const write = async (change: ShelfChange): Promise<void> => {
    const { version, sizes } = known.current;
    const stored = await put({ version, sizes: sizesWith(sizes, change) });
    known.current = { ...known.current, version: Number(stored['version'] ?? version) };
  };
  const messageOf = (error: unknown, { id, name }: ShelfChange): string => {
    const at = known.current.sizes.findIndex(({ tshirt_stockid }) => tshirt_stockid === id);
    const found = refusalOf(words, failureOf(error));
    return (found.find(({ path }) => path === `sizes.${at}.${name}`) ?? nth(found, 0)).text;
  };
  const again = async (change: ShelfChange, error: unknown): Promise<string | null> => {
    const fresh = await reread();
    if (!fresh || fresh.version === known.current.version) return messageOf(error, change);
    known.current = fresh;
    const theirs = fresh.sizes.find(({ tshirt_stockid }) => tshirt_stockid === change.id);
    if (!theirs) return words.t('tshirt_models.grid.gone');
    if (theirs[change.name] !== change.was) return words.t('tshirt_models.grid.changed', { value: theirs[change.name] ?? '—' });
    try {
      await write(change);
      return null;
    } catch (second) {
      return messageOf(second, change);
    }
  };
  const save = async (change: ShelfChange): Promise<string | null> => {
    try {
      await write(change);
      return null;
    } catch (error) {
      return failureOf(error).statusCode === stale ? again(change, error) : messageOf(error, change);
    }
  };
  return (change) => {
    const saved = queue.current.then(() => save(change));
    queue.current = saved;
    return saved;
  };
};
