import { Button } from '@/frame/antd/Button';
import { useWords } from '../../fields/kit/useWords';

export interface SaveBarProps {
  readonly changed: number;
  readonly isNew: boolean;
  readonly isSaving: boolean;
  readonly onCancel: () => void;
  readonly onDiscard: () => void;
}
/** The save button, always visible, and the list of unsaved changes. */
export const SaveBar = ({ changed, isNew, isSaving, onCancel, onDiscard }: SaveBarProps) => {
  const { t } = useWords();
  return (
    <div className="form-bar">
      <span className="form-bar-state" role="status">
        {changed > 0 ? t('form.unsaved', { count: changed }) : t(isNew ? 'form.blank' : 'form.saved')}
      </span>
      {changed > 0 && !isNew ? (
        <Button type="text" onClick={onDiscard}>
          {t('form.discard')}
        </Button>
      ) : null}
      <Button onClick={onCancel}>{t('form.cancel')}</Button>
      <Button type="primary" htmlType="submit" aria-busy={isSaving} title={t('form.saveShortcut')}>
        {t(isNew ? 'form.create' : 'form.save')}
      </Button>
    </div>
  );
};
