import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '@/state/createStore';
import { useLook } from '@/providers/live/useLook';
import { useGrants } from '@/fields/kit/AppContext';
import { beep } from '../scan/beep';
import { deviceName } from '../scan/deviceName';
import { waitingQueue } from '../scan/waitingQueue';
import { createDeskCopy } from './deskCopy';
import { createPortraits } from './portraits';
import { createDesk, type Desk, type DeskState } from './createDesk';
import { useDeskCalls } from './useDeskCalls';

/** Doors keep what they scanned in the same queue. */
export const deskKind = 'deliver';
/** What a desk shows of others: their deliveries, and what changes about a registration. */
const deskResources = ['kit_deliveries', 'inscriptions', 'exoneration_signatures', 'kits', 'desks'];
const calmMs = 1500;

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
        copy: createDeskCopy({ userid, organizationid: organizationid ?? 0, eventid }),
        portraits: createPortraits({ of: { userid, organizationid: organizationid ?? 0, eventid }, fetchPortrait: calls.portrait }),
      }),
    [calls, userid, organizationid, eventid],
  );
  const state = useStore(desk.state);
  const [openingError, setOpeningError] = useState<unknown>();
  const sync = useCallback((): void => {
    if (desk.state.get().phase === 'open') void desk.sync().catch(() => undefined);
  }, [desk]);
  useEffect(() => {
    void desk.open().catch(setOpeningError);
    window.addEventListener('online', sync);
    window.addEventListener('offline', sync);
    document.addEventListener('visibilitychange', sync);
    return () => {
      window.removeEventListener('online', sync);
      window.removeEventListener('offline', sync);
      document.removeEventListener('visibilitychange', sync);
    };
  }, [desk, sync]);
  useLook({ resources: deskResources, eventid, calmMs }, sync, !state.isOnline || state.counts.waiting > 0);
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
