import { useState, type ReactNode } from 'react';
import { FloatingPanel } from '../../frame/FloatingPanel';
import { Menu, type MenuGroup } from './Menu';

interface MenuButtonProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  readonly onPick: (key: string) => void;
  /** The content of the button; its label when absent. */
  readonly children?: ReactNode;
}

/** A button that opens a menu. */
export const MenuButton = ({ label, groups, onPick, children }: MenuButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className="asd-button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(children !== undefined && { 'aria-label': label, title: label })}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        {children ?? label}
      </button>
      {anchor ? (
        <FloatingPanel anchor={anchor} label={label} onClose={close}>
          <Menu
            label={label}
            groups={groups}
            onPick={(key) => {
              close();
              onPick(key);
            }}
          />
        </FloatingPanel>
      ) : null}
    </>
  );
};
