import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '@/state/createStore';
import { useGrants } from '@/fields/kit/AppContext';
import { beep } from '../scan/beep';
import { deviceName } from '../scan/deviceName';
import { waitingQueue } from '../scan/waitingQueue';
import { createDesk, type Desk, type DeskState } from './createDesk';
import { useDeskCalls } from './useDeskCalls';

/** Doors keep what they scanned in the same queue. */
export const deskKind = 'deliver';
const syncMs = 2000;

/** The desk of an event on this device, kept up to date while its page is open. */
export const useDesk = (eventid: number): { readonly desk: Desk; readonly state: DeskState; readonly openingError: unknown } => {
  const calls = useDeskCalls();
  const { userid, organizationid } = useGrants();
  const desk = useMemo(
    () =>
      createDesk({
        calls,
        queue: waitingQueue(),
        of: { userid, organizationid: organizationid ?? 0, eventid, kind: deskKind },
        deviceId: deviceName(),
      }),
    [calls, userid, organizationid, eventid],
  );
  const state = useStore(desk.state);
  const [openingError, setOpeningError] = useState<unknown>();
  useEffect(() => {
    void desk.open().catch(setOpeningError);
    const sync = (): void => {
      if (desk.state.get().phase === 'open') void desk.sync().catch(() => undefined);
    };
    const timer = setInterval(() => {
      if (!document.hidden) sync();
    }, syncMs);
    window.addEventListener('online', sync);
    document.addEventListener('visibilitychange', sync);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sync);
      document.removeEventListener('visibilitychange', sync);
    };
  }, [desk]);
  // Both devices hear of a conflict: the one that made it and the one that was first.
  const known = useRef<number>(undefined);
  const conflicts = state.conflicts.length;
  useEffect(() => {
    if (state.phase !== 'open') return;
    if (known.current !== undefined && conflicts > known.current) beep('refused');
    known.current = conflicts;
  }, [state.phase, conflicts]);
  return { desk, state, openingError };
};
