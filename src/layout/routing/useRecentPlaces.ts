import { useState } from 'react';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { recentPlaces, type RecentPlace } from '@/providers/recentPlaces';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';

export interface ShownPlace extends Omit<RecentPlace, 'resource'> {
  readonly resource: AnyResource;
}
/** The records that the person opened here and may still open, newest first; read when the list of them opens. */
export const useRecentPlaces = (): readonly ShownPlace[] => {
  const registry = useRegistry();
  const grants = useGrants();
  const [stored] = useState(() => recentPlaces(grants));
  return stored.flatMap((place) => {
    const resource = registry.find(place.resource);
    return resource && can(grants, 'show', resource) ? [{ ...place, resource }] : [];
  });
};
