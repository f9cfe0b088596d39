import { useEffect, useState } from 'react';
import type { AnyResource } from '@/schema';
import type { Views } from '../fields/kit/contracts';
import { loadViews } from './overrides';

const known = new Map<string, Views<AnyResource>>();

/** The custom views of a resource; undefined until they are loaded, which they are before its second screen. */
export const useViews = ({ name }: AnyResource): Views<AnyResource> | undefined => {
  const [views, setViews] = useState(() => known.get(name));
  useEffect(() => {
    let isWanted = true;
    void loadViews(name).then((loaded) => {
      known.set(name, loaded);
      if (isWanted) setViews(loaded);
    });
    return () => {
      isWanted = false;
    };
  }, [name]);
  return views;
};
