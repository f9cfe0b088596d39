import type { ReactNode } from 'react';
import './bare.css';

interface BareFrameProps {
  readonly children: ReactNode;
  /** Inside a page that already has its main part. */
  readonly within?: boolean;
}
/** A page without menu: for errors, first steps and public pages. */
export const BareFrame = ({ children, within = false }: BareFrameProps) => {
  const Frame = within ? 'div' : 'main';
  return (
    <Frame className="asd-bare">
      <div className="asd-bare-sheet">
        <p className="asd-bare-brand">
          <span className="asd-brand-bib" aria-hidden="true">
            D
          </span>
          Dorsal
        </p>
        {children}
      </div>
    </Frame>
  );
};
