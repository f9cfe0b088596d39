import { Modal as AntdModal, type ModalProps as AntdModalProps } from 'antd';
import { AntdTheme } from './antd/AntdTheme';
import { useOverlay } from './useOverlay';

export interface ModalProps extends Omit<AntdModalProps, 'open' | 'keyboard' | 'closable' | 'focusTriggerAfterClose' | 'onCancel'> {
  readonly isOpen?: boolean;
  /** Stays open whatever is pressed, while something runs that must not be interrupted. */
  readonly isHeld?: boolean;
  /** Called by Escape, the overlay, the close button and the cancel button; a dialog with unsaved input asks first. */
  readonly onClose: () => void;
}
/** A dialog with a title and buttons, drawn by antd; Escape and focus follow the rules of every overlay. */
export const Modal = ({ isOpen = true, isHeld = false, maskClosable = true, onClose, ...props }: ModalProps) => {
  const close = (): void => {
    if (!isHeld) onClose();
  };
  useOverlay({ kind: 'modal', isOpen, onClose: close });
  return (
    <AntdTheme>
      <AntdModal
        {...props}
        // It fades in by our style sheet: antd would wait for the end of its own animation before a dialog goes, which a busy page may miss.
        transitionName=""
        maskTransitionName=""
        open={isOpen}
        keyboard={false}
        focusTriggerAfterClose={false}
        closable={!isHeld}
        maskClosable={maskClosable && !isHeld}
        onCancel={close}
      />
    </AntdTheme>
  );
};
