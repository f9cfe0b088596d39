import { useEffect, useState } from 'react';
import { loadViews } from '../overrides';
import type { Cells } from './ListRow';

const none: Cells = {};
/** The cells that a resource draws its own way; the generated ones stand in until they arrive. */
export const useCells = (resource: string): Cells => {
  const [cells, setCells] = useState(none);
  useEffect(() => {
    let current = true;
    void loadViews(resource).then(({ cells: own = none }) => {
      if (current) setCells(own);
    });
    return () => {
      current = false;
    };
  }, [resource]);
  return cells;
};
