import { useCallback, useState, type ClipboardEvent } from 'react';
import { isTyping } from '../../../frame/shortcuts';
import type { InlineEdit } from '../inline/useInlineEdit';
import { readBlock } from './readBlock';
import type { Pasted } from './PasteDialog';

/** A block that was pasted on a row, or into the value that is being changed; a single value is left to the field. */
export const usePaste = ({ cell, close }: InlineEdit) => {
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const onPaste = (event: ClipboardEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const id = cell?.id ?? (row && !isTyping(event.target) ? Number(row.dataset['row']) : null);
    const cells = id === null ? null : readBlock(event.clipboardData.getData('text/plain'));
    if (id === null || cells === null) return;
    event.preventDefault();
    close();
    setPasted({ cells, id, name: cell?.name ?? null });
  };
  return { pasted, onPaste, end: useCallback(() => setPasted(null), []) };
};
