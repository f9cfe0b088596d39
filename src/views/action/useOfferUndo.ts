import { useCustomMutation, useNotification, type BaseRecord, type HttpError } from '@refinedev/core';
import { failureOf } from '@/fields/kit/failureOf';
import { rowsIn, textIn } from '@/schema/unknown';
import { undoStore } from '../../state/undoStore';
import { useWords } from '../../fields/kit/useWords';
import { actionAddress, type Order } from './runAction';
import { useReread } from './useReread';

/** Offers to take an action back on the records that it changed. */
export const useOfferUndo = ({ resource, name }: Pick<Order, 'resource' | 'name'>): ((text: string, ids: readonly number[]) => void) => {
  const { t } = useWords();
  const { open } = useNotification();
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, object>();
  const reread = useReread();
  const key = `${resource.name}-${name}-undo`;
  const take = async (ids: readonly number[]): Promise<void> => {
    try {
      const { data } = await mutateAsync({
        url: `${actionAddress(resource, name)}/undo`,
        method: 'post',
        values: { ids },
        dataProviderName: resource.service,
        successNotification: false,
        errorNotification: false,
      });
      reread();
      const reasons = [...new Set([...rowsIn(data['skipped']), ...rowsIn(data['failed'])].map((row) => textIn(row['reason'])))];
      const count = Number(data['ok']);
      open?.({
        type: reasons.length > 0 ? 'error' : 'success',
        key,
        message: count > 0 ? t('action.undone') : t('action.failed'),
        description: [...(count > 0 ? [t('action.okDone', { count })] : []), ...reasons].join(' · '),
      });
    } catch (error) {
      open?.({ type: 'error', key, message: t('action.failed'), description: failureOf(error).message });
    }
  };
  return (text, ids) => undoStore.set({ text, take: () => take(ids) });
};
