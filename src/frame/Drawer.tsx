import type { ReactNode } from 'react';
import { design } from '@/theme/design';
import { Dialog } from './Dialog';

export interface DrawerProps {
  readonly label: string;
  readonly size?: 'small' | 'large';
  /** The side from which it opens. */
  readonly side?: 'start' | 'end';
  readonly onClose: () => void;
  readonly children: ReactNode;
}
/** A panel from the side over the page; Escape and a click on the overlay close it. */
export const Drawer = ({ label, size = design.drawerSize, side = 'start', onClose, children }: DrawerProps) => (
  <Dialog label={label} className={side === 'end' ? 'asd-drawer asd-drawer-end' : 'asd-drawer'} size={size} onClose={onClose}>
    <div className="asd-drawer-inside">{children}</div>
  </Dialog>
);
