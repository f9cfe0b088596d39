import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { routeOf, type Filter } from '@/schema';
import { can } from '@/schema/project/access';
import { listIn } from './listIn';

interface PlaceLinkProps extends Omit<LinkProps, 'to' | 'children'> {
  readonly eventid: number;
  /** The route of a list inside the event, or of the form of a new record of it: `kits/create`. */
  readonly route: string;
  readonly filter?: Filter | undefined;
  readonly children: ReactNode;
}
/** A link to an area of an event; only its words for people who may not go there. */
export const PlaceLink = ({ eventid, route, filter, children, ...link }: PlaceLinkProps) => {
  const grants = useGrants();
  const [area, verb = 'list'] = route.split('/');
  const resource = useRegistry().all.find((each) => routeOf(each) === area);
  return resource && can(grants, verb, resource) ? (
    <Link {...link} to={listIn(eventid, route, filter ?? null)}>
      {children}
    </Link>
  ) : (
    <span className={link.className}>{children}</span>
  );
};
