import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useStore } from '@/state/createStore';
import { languages } from '@/providers/i18n/i18n';
import { languageStore } from '@/providers/i18n/languageStore';
import { followLive } from '@/providers/live/followLive';
import { useServices } from '@/providers/ServicesContext';
import { homeZone } from '@/schema/homeZone';
import { BareFrame } from '@/frame/BareFrame';
import { LoadingScreen } from '@/frame/LoadingScreen';
import { useChangeLanguage } from '@/frame/useChangeLanguage';
import { FollowupFigures } from './followup/FollowupFigures';
import { readFollowup, type FollowupAnswer } from './followup/readFollowup';
import './followup/followup.css';

const refreshMs = 30_000,
  spreadMs = 500;
/** Where no stream is possible the page looks from time to time. */
const followPausesMs = [5000, 30_000, 120_000];
/** The token of a link; other paths with the word have none. */
const tokenOf = (pathname: string): string | undefined => /^\/followup\/([\w-]{1,200})\/?$/.exec(pathname)?.[1];

/** The data of the link, refreshed while the page is visible; a failed refresh keeps the former figures. */
const useFollowup = (token: string | undefined) => {
  const { host } = useServices().config;
  const [answer, setAnswer] = useState<FollowupAnswer | undefined>(token ? undefined : { kind: 'expired' });
  const [isStale, setStale] = useState(false);
  const [seenAt, setSeenAt] = useState(0);
  const visit = useRef<string>(undefined);
  const control = useRef<AbortController>(undefined);
  const look = async (password?: string): Promise<void> => {
    if (!token) return;
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    const next = await readFollowup(
      host,
      { token, ...(password !== undefined && { password }), ...(visit.current !== undefined && { visit: visit.current }) },
      signal,
    );
    if (signal.aborted) return;
    if (next.kind === 'shown') {
      visit.current = next.data.visit;
      setSeenAt(Date.now());
    }
    const isHiccup = next.kind === 'failed' || next.kind === 'tooMany';
    setStale(isHiccup);
    setAnswer((before) => (isHiccup && before?.kind === 'shown' ? before : next));
  };
  const looking = useRef(look);
  useEffect(() => {
    looking.current = look;
  });
  useEffect(() => {
    void looking.current();
    return () => control.current?.abort();
  }, [token]);
  const repeats = answer?.kind === 'shown' || answer?.kind === 'failed';
  useEffect(() => {
    if (!repeats) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void looking.current();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [repeats]);
  const admitted = answer?.kind === 'shown' ? answer.data.visit : undefined;
  useEffect(() => {
    if (!token || admitted === undefined) return undefined;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const http = {
      fetch: (url: RequestInfo | URL, init?: RequestInit) =>
        fetch(url, {
          ...init,
          method: 'POST',
          credentials: 'omit',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, visit: visit.current }),
        }),
    };
    const onMoved = (): void => {
      // Thousands may look at one link: they do not all ask in the same moment.
      if (!document.hidden) timer ??= setTimeout(() => ((timer = undefined), void looking.current()), Math.random() * spreadMs);
    };
    void followLive({ http, url: `${host}/api/followup/live`, onMoved, signal: over.signal, streamAgainMs: 0, pausesMs: followPausesMs });
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [host, token, admitted]);
  return { answer, isStale, seenAt, look };
};

const Locked = ({ isWrong, onPassword }: { readonly isWrong: boolean; readonly onPassword: (password: string) => void }) => {
  const { t } = useTranslation('followup');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onPassword(String(new FormData(event.currentTarget).get('password') ?? ''));
  };
  return (
    <>
      <h1>{t('protected')}</h1>
      <p>{t('passwordLead')}</p>
      <form onSubmit={submit}>
        <label>
          {t('password')}
          <input
            className="asd-followup-input"
            name="password"
            type="password"
            autoComplete="off"
            required
            maxLength={200}
            aria-invalid={isWrong || undefined}
          />
        </label>
        {isWrong ? <p role="alert">{t('passwordWrong')}</p> : null}
        <button type="submit" className="asd-button" data-primary="">
          {t('open')}
        </button>
      </form>
    </>
  );
};

const Body = ({ answer, look }: { readonly answer: FollowupAnswer; readonly look: (password?: string) => Promise<void> }) => {
  const { t } = useTranslation(['followup', 'common']);
  if (answer.kind === 'shown') return <FollowupFigures data={answer.data} />;
  if (answer.kind === 'locked') return <Locked isWrong={answer.isWrong} onPassword={(password) => void look(password)} />;
  if (answer.kind === 'expired')
    return (
      <>
        <h1>{t('followup.title', { ns: 'common' })}</h1>
        <p>{t('followup.text', { ns: 'common' })}</p>
      </>
    );
  return (
    <>
      <h1>{t('delayed')}</h1>
      <p role="alert">{t(answer.kind)}</p>
      <button type="button" className="asd-button" onClick={() => void look()}>
        {t('buttons.retry', { ns: 'common' })}
      </button>
    </>
  );
};

/** A public page, without signing in: the counts of an event, for anyone who has the link. */
const FollowupPage = () => {
  const { t, ready } = useTranslation(['followup', 'common'], { useSuspense: false });
  const { lang } = useStore(languageStore);
  const changeLanguage = useChangeLanguage();
  const { answer, isStale, seenAt, look } = useFollowup(tokenOf(useLocation().pathname));
  const shown = answer?.kind === 'shown' ? answer.data : undefined;
  const title = shown
    ? (shown.event.name[lang] ?? shown.event.name['es'] ?? '')
    : answer?.kind === 'locked'
      ? t('protected')
      : t('followup.title', { ns: 'common' });
  useEffect(() => {
    if (ready && answer) document.title = `${title} · Dorsal`;
  }, [title, ready, answer]);
  if (!answer || !ready) return <LoadingScreen />;
  return (
    <BareFrame>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <div className={shown ? 'asd-followup' : undefined}>
        <Body answer={answer} look={look} />
      </div>
      {shown ? (
        <p className="asd-followup-when" role="status">
          {isStale
            ? t('failed')
            : t('updated', { time: new Intl.DateTimeFormat(lang, { timeStyle: 'medium', timeZone: homeZone }).format(seenAt) })}
        </p>
      ) : null}
      <nav className="asd-bare-tools" aria-label={t('followup.languages', { ns: 'common' })}>
        {languages.map((each) => (
          <button
            key={each}
            type="button"
            className="asd-button"
            lang={each}
            aria-pressed={each === lang}
            onClick={() => void changeLanguage(each)}
          >
            {t(`language.${each}`, { ns: 'common' })}
          </button>
        ))}
      </nav>
    </BareFrame>
  );
};
export default FollowupPage;
