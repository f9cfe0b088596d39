import { useEffect } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { useSessionClient } from '@/providers/session/useSession';

/** After a look as somebody else has begun, the session is read again: the page then loads again as that person. */
export const SeeingBegun = () => {
  const { t } = useWords();
  const session = useSessionClient();
  useEffect(() => void session.getSession(), [session]);
  return <p role="status">{t('memberships.outcomes.see_as.entering')}</p>;
};
