import { failureOf } from '@/fields/kit/failureOf';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnyResource } from '@/schema';
import { jobsKey, useRuns, type RunState } from './runAction';
import { useReread } from './useReread';

/** A run as its dialog drives it. */
export interface Driven {
  readonly run: RunState;
  readonly isMoving: boolean;
  /** Why it stopped by itself. */
  readonly problem: string | undefined;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Drives a run step by step while it is on screen. Every step is whole, so stopping anywhere loses nothing. */
export const useRun = (resource: AnyResource, from: RunState): Driven => {
  const { step } = useRuns(resource);
  const reread = useReread();
  const queries = useQueryClient();
  useEffect(() => () => void queries.invalidateQueries({ queryKey: jobsKey }), [queries]);
  const [run, setRun] = useState(from);
  const [isMoving, setMoving] = useState(!from.finished);
  const [problem, setProblem] = useState<string>();
  const wants = useRef(false);
  const newest = useRef(from);

  const drive = async (): Promise<void> => {
    if (wants.current) return;
    wants.current = true;
    setMoving(true);
    setProblem(undefined);
    try {
      while (wants.current && !newest.current.finished) {
        newest.current = await step(newest.current);
        setRun(newest.current);
      }
    } catch (error) {
      setProblem(failureOf(error).message);
    }
    wants.current = false;
    setMoving(false);
    reread();
  };
  const start = useRef(drive);
  useEffect(() => {
    void start.current();
    return () => {
      wants.current = false;
    };
  }, []);
  return {
    run,
    isMoving,
    problem,
    pause: () => {
      wants.current = false;
    },
    resume: () => void drive(),
  };
};
