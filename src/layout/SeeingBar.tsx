import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionClient } from '@/providers/session/useSession';
import { formatInstant } from '@/words/format';
import { Glyph } from '../frame/Glyph';
import './seeingBar.css';

interface SeenProps {
  readonly by: string;
  readonly name: string;
  readonly until: string;
}
const Seen = ({ by, name, until }: SeenProps) => {
  const { t } = useTranslation('common');
  const session = useSessionClient();
  const { updating } = useSession();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void session.getSession(), Math.max(0, Date.parse(until) - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [session, until]);
  const stop = async (): Promise<void> => {
    const { session: after } = await session.update({ seeing: null });
    setFailed(after?.seeing != null); // after a success the page loads again
  };
  return (
    <section className="asd-seeing" aria-label={t('seeing.label')}>
      <Glyph name="user" />
      <p role="status">
        <b>{t('seeing.text', { by, name })}</b>
        <span className="asd-seeing-left">{hasFailed ? t('seeing.failed') : t('seeing.left', { at: formatInstant(until) })}</span>
      </p>
      <button type="button" className="asd-button" aria-busy={updating} onClick={() => (updating ? undefined : void stop())}>
        {t('seeing.stop')}
      </button>
    </section>
  );
};

/** Says on every page who looks as whom, and ends it. */
export const SeeingBar = () => {
  const { session } = useSession();
  return session?.seeing ? <Seen {...session.seeing} name={session.user.name ?? session.user.email ?? ''} /> : null;
};
