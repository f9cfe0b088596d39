import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useWords } from '@/fields/kit/useWords';
import { useFollowedInbox, useUnread } from '@/pages/inbox/useInbox';
import { places } from '@/providers/config';
import { formatNumber } from '@/words/format';
import { Glyph } from '../frame/Glyph';

const mostShown = 99;

/** The way to the inbox, with how many wait unread. */
export const InboxBell = () => {
  const { t } = useTranslation('common');
  const { locale } = useWords();
  useFollowedInbox();
  const unread = useUnread() ?? 0;
  const title = unread > 0 ? t('inbox.unread', { count: unread }) : t('inbox.title');
  return (
    <Link to={places.inbox} className="asd-bar-button asd-bar-inbox" aria-label={title} title={title}>
      <span className="asd-tray">
        <Glyph name="bell" />
        {unread > 0 ? <b>{unread > mostShown ? `${mostShown}+` : formatNumber(unread, locale)}</b> : null}
      </span>
    </Link>
  );
};
