import { useCallback, type RefObject } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { LeaveDialog } from './LeaveDialog';

export interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** Set by code that leaves on purpose, after a save. */
  readonly isLeaving: RefObject<boolean>;
}
/** Asks once before unsaved input is lost: on links, on Back and on closing the tab. */
export const LeaveGuard = ({ isDirty, isLeaving }: LeaveGuardProps) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isDirty && !isLeaving.current) event.preventDefault();
      },
      [isDirty, isLeaving],
    ),
  );
  return <LeaveDialog isOpen={blocker.state === 'blocked'} onLeave={() => blocker.proceed?.()} onStay={() => blocker.reset?.()} />;
};
