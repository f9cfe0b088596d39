import { useMemo } from 'react';

/** The same object as long as its contents are equal, so that screens may pass literals. */
export const useSame = <T>(value: T): T => {
  const text = JSON.stringify(value ?? null);
  return useMemo(() => (text === 'null' ? undefined : JSON.parse(text)) as T, [text]);
};
