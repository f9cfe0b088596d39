import { idOf } from '@/schema/unknown';
import { failureOf } from '@/fields/kit/failureOf';
import { useDelete, useNotification } from '@refinedev/core';
import { useState } from 'react';
import type { AnyResource } from '@/schema';
import { recordTitle } from '../../fields/kit/recordTitle';
import { useWords } from '../../fields/kit/useWords';
import { Modal } from '../../frame/Modal';

export interface DeleteDialogProps {
  readonly resource: AnyResource;
  readonly row: Readonly<Record<string, unknown>>;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}
/** Asks before a record is removed, and says why it cannot be when something still needs it. */
export const DeleteDialog = ({ resource, row, onDeleted, onClose }: DeleteDialogProps) => {
  const words = useWords(),
    { t } = words;
  const { open } = useNotification();
  const { mutateAsync, mutation } = useDelete();
  const [refusal, setRefusal] = useState<string>();
  const remove = async () => {
    setRefusal(undefined);
    try {
      await mutateAsync({
        resource: resource.name,
        id: idOf(row, resource),
        dataProviderName: resource.service,
        values: { version: row['version'] } as never,
        mutationMode: 'pessimistic',
        invalidates: ['list', 'many'],
        successNotification: false,
        errorNotification: false,
      });
      open?.({
        type: 'success',
        key: `${resource.name}-deleted`,
        message: t('show.remove.done', { name: t(`${resource.name}.singular`) }),
      });
      onDeleted();
    } catch (error) {
      setRefusal(failureOf(error).message);
    }
  };
  return (
    <Modal
      title={t('show.remove.title', { title: recordTitle(resource, row, words) })}
      okText={t('show.delete')}
      okButtonProps={{ danger: true, 'aria-busy': mutation.isPending }}
      cancelText={t('form.cancel')}
      onOk={() => {
        if (!mutation.isPending) void remove();
      }}
      onClose={onClose}
    >
      <p>{t('show.remove.text')}</p>
      {refusal ? (
        <p className="form-field-error" role="alert">
          {refusal}
        </p>
      ) : null}
    </Modal>
  );
};
