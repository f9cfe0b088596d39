import { useWords } from '../../fields/kit/useWords';
import { Modal } from '../../frame/Modal';

export interface LeaveDialogProps {
  readonly isOpen: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}
/** Asks whether unsaved input may be lost. */
export const LeaveDialog = ({ isOpen, onLeave, onStay }: LeaveDialogProps) => {
  const { t } = useWords();
  return (
    <Modal
      isOpen={isOpen}
      title={t('form.leave.title')}
      okText={t('form.leave.discard')}
      okButtonProps={{ danger: true }}
      cancelText={t('form.leave.stay')}
      onOk={onLeave}
      onClose={onStay}
      destroyOnHidden
    >
      {t('form.leave.text')}
    </Modal>
  );
};
