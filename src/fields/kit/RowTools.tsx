import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from '@/frame/antd/Button';
import { useWords } from './useWords';

interface RowToolsProps {
  readonly at: number;
  readonly count: number;
  readonly disabled?: boolean;
  /** Without it the row cannot be moved. */
  readonly onMove?: ((to: number) => void) | undefined;
  /** Without it the row cannot be removed. */
  readonly onRemove?: () => void;
}
/** The buttons of a row in a sortable list. */
export const RowTools = ({ at, count, disabled = false, onMove, onRemove }: RowToolsProps) => {
  const { t } = useWords();
  const row = at + 1;
  return (
    <>
      {onMove ? (
        <>
          <Button
            size="small"
            type="text"
            data-do="up"
            disabled={disabled || at === 0}
            aria-label={t('form.rows.up', { row })}
            icon={<ArrowUpOutlined aria-hidden />}
            onClick={() => onMove(at - 1)}
          />
          <Button
            size="small"
            type="text"
            data-do="down"
            disabled={disabled || at === count - 1}
            aria-label={t('form.rows.down', { row })}
            icon={<ArrowDownOutlined aria-hidden />}
            onClick={() => onMove(at + 1)}
          />
        </>
      ) : null}
      {onRemove ? (
        <Button
          size="small"
          type="text"
          data-do="remove"
          disabled={disabled}
          aria-label={t('form.rows.remove', { row })}
          icon={<DeleteOutlined aria-hidden />}
          onClick={onRemove}
        />
      ) : null}
    </>
  );
};
