import { Modal } from 'antd';
import { useCallback, type RefObject } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { useWords } from '../useWords';

export interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** Set by whoever leaves on purpose, after a save. */
  readonly isLeaving: RefObject<boolean>;
}
/** Asks once before what was typed is lost, on links, on Back and on closing the tab. */
export const LeaveGuard = ({ isDirty, isLeaving }: LeaveGuardProps) => {
  const { t } = useWords();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname);
  useBeforeUnload(useCallback((event) => { if (isDirty && !isLeaving.current) event.preventDefault(); }, [isDirty, isLeaving]));
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('form.leave.title')}
      okText={t('form.leave.discard')}
      okButtonProps={{ danger: true }}
      cancelText={t('form.leave.stay')}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
      destroyOnHidden
    >
      {t('form.leave.text')}
    </Modal>
  );
};
