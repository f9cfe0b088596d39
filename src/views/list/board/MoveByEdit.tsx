import { useNotification } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import type { AnyResource } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import { useCellEdit } from '../inline/useCellEdit';
import type { Row } from '../model/selection';

interface MoveByEditProps {
  readonly resource: AnyResource;
  readonly row: Row;
  readonly name: string;
  readonly value: string;
  readonly onDone: () => void;
}
/** Writes the value of the column into the record, says so with a way back, or says why not. */
export const MoveByEdit = ({ resource, row, name, value, onDone }: MoveByEditProps) => {
  const { submit, problems } = useCellEdit({ resource, row, name, way: { by: 'edit' } });
  const { open } = useNotification();
  const { t } = useWords();
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    void submit(value).then((isSaved) => {
      if (isSaved) onDone();
    });
  }, [submit, value, onDone]);
  useEffect(() => {
    if (problems.length === 0) return;
    open?.({ type: 'error', key: `${resource.name}-move`, message: t('action.failed'), description: problems.join(' ') });
    onDone();
  }, [problems, open, resource.name, t, onDone]);
  return null;
};
