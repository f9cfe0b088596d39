import { useMemo } from 'react';

/** The same object for as long as it says the same, so that screens may pass literals. */
export const useSame = <T>(value: T): T => {
  const text = JSON.stringify(value ?? null);
  return useMemo(() => (text === 'null' ? undefined : JSON.parse(text)) as T, [text]);
};
