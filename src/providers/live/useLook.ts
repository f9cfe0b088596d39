import { useEffect, useRef } from 'react';
import { useStore } from '@/state/createStore';
import { useServices } from '../ServicesContext';
import { useMoved, type Watched } from './useMoved';

/** A look from time to time shows what no change of a row says, such as the counts of the last minutes. */
const restMs = 15_000;
/** Without a stream every look may be the one that succeeds again. */
const askMs = 2000;

/** Looks when others changed something, from time to time, and often while no changes arrive or the screen waits for something. */
export const useLook = (watched: Watched, look: () => void, isUrgent = false): void => {
  const { live } = useServices();
  const way = useStore(live.way);
  const newest = useRef(look);
  newest.current = look;
  useMoved(watched, look);
  const pauseMs = way === 'away' || isUrgent ? askMs : restMs;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) newest.current();
    }, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);
};
