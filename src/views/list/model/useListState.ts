import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { AnyResource } from '@/schema';
import { changeState, initialState, readState, writeState, type ListState } from './listState';

/**
 * Changes a part of the list. `replace` replaces the current history entry instead of adding one, `mark` is stored in the entry, and
 * `atOnce` draws before the press ends, which only a press may ask for.
 */
export type ChangeList = (
  change: Partial<ListState>,
  how?: { readonly replace?: boolean; readonly mark?: object; readonly atOnce?: boolean },
) => void;

/** The state of a list: only the URL, or memory for a list inside another screen. */
export const useListState = (resource: AnyResource, embedded: boolean): readonly [ListState, ChangeList] => {
  const [params, setParams] = useSearchParams();
  const [memory, setMemory] = useState(initialState);
  const isLeaving = useNavigation().state === 'loading';
  const inAddress = useMemo(() => readState(params, resource), [params, resource]);
  const state = embedded ? memory : inAddress;

  // Changes before the next render start from the newest state, not from the one on screen.
  const newest = useRef({ state, params, setParams, isLeaving });
  useEffect(() => {
    newest.current = { state, params, setParams, isLeaving };
  });
  const change = useCallback<ChangeList>(
    (part, { replace = false, mark, atOnce = false } = {}) => {
      const { current } = newest;
      if (current.isLeaving && !embedded) return; // a pending search must not bring a person back who already went on
      const next = changeState(current.state, part);
      newest.current = { ...current, state: next };
      if (embedded) setMemory(next);
      else current.setParams(writeState(next, current.params), { replace, preventScrollReset: true, state: mark, flushSync: atOnce });
    },
    [embedded],
  );
  return [state, change];
};
