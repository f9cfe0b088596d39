import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { ServicesContext } from '@/providers/ServicesContext';
import { useGrants } from '../../fields/kit/AppContext';
import { commentsPlace, type Comment } from './useComments';

/** Marked by this page already; a mention is read once. */
const known = new Set<string>();

/** Marks the mentions of the person among comments on screen as read: that is what they waited for. */
export const useMentionsRead = (comments: readonly Comment[] | undefined): void => {
  const services = useContext(ServicesContext);
  const queries = useQueryClient();
  const { userid, isLook = false } = useGrants();
  const mine = (comments ?? []).filter(({ mentioned }) => mentioned.includes(userid)).map(({ id }) => id);
  const fresh = mine.filter((id) => !known.has(`${userid} ${id}`)).join();
  useEffect(() => {
    if (!services || fresh === '' || isLook) return;
    const ids = fresh.split(',').map(Number);
    for (const id of ids) known.add(`${userid} ${id}`);
    const items = ids.map((id) => ({ resource: commentsPlace.resource, wait: 'mentioned', id }));
    services.http
      .json(`${services.config.host}/v2/general/inbox/read`, { method: 'POST', body: { items, read: true } })
      .then(() => queries.invalidateQueries({ queryKey: ['inbox'] }))
      .catch(() => {
        for (const id of ids) known.delete(`${userid} ${id}`); // tried again when the record is opened again
      });
  }, [services, queries, fresh, userid, isLook]);
};
