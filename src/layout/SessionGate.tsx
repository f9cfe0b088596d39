import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isFollowup } from '@/providers/config';
import { hasChosenLanguage } from '@/providers/i18n/languageStore';
import { isLanguage } from '@/providers/i18n/i18n';
import { forgetPlaces } from '@/providers/recentPlaces';
import { useStore } from '@/state/createStore';
import { passMarkStore, validPass } from '@/state/passMark';
import { useServices } from '@/providers/ServicesContext';
import { useSession } from '@/providers/session/useSession';
import { BareFrame } from '../frame/BareFrame';
import { LoadingScreen } from '../frame/LoadingScreen';
import { useChangeLanguage } from '../frame/useChangeLanguage';

const FollowupPage = lazy(() => import('@/pages/FollowupPage'));
const OfflineDoor = lazy(() => import('@/pages/OfflineDoor'));

/** Why a person is not sent to sign in again: the site does not answer, or the browser drops its cookies. */
const Looping = ({ unreachable }: { readonly unreachable: boolean }) => {
  const { t } = useTranslation('common');
  return (
    <BareFrame>
      <h1>{t(unreachable ? 'loop.unreachableTitle' : 'loop.title')}</h1>
      <p>{t(unreachable ? 'loop.unreachableText' : 'loop.text')}</p>
      <div className="asd-bare-tools">
        <button type="button" className="asd-button" data-primary onClick={() => location.assign('/')}>
          {t('errorPage.reload')}
        </button>
      </div>
    </BareFrame>
  );
};

/** Admits signed-in people, shows follow-up pages to everybody, and sends everybody else to the authentication site. */
export const SessionGate = ({ children }: { readonly children: ReactNode }) => {
  const { leave, tokens } = useServices();
  const { status, session, looping, unreachable } = useSession();
  const { pathname } = useLocation();
  const changeLanguage = useChangeLanguage();
  const open = isFollowup(pathname);
  useStore(passMarkStore);
  const isKept = status === 'unauthenticated' && unreachable && validPass() !== null;
  const person = session?.user.asdeporteId;
  const before = useRef(person);

  useEffect(() => {
    if (status === 'unauthenticated' && !open && !isKept) leave.toLogin();
  }, [leave, status, open, isKept]);

  useEffect(() => {
    if (passMarkStore.get()) void import('@/pages/scan/devicePass').then(({ forgetExpired }) => forgetExpired());
  }, []);

  useEffect(() => {
    if (before.current && person && before.current !== person) {
      tokens.clear();
      forgetPlaces();
      void import('@/pages/scan/forgetCopies').then(({ forgetCopies }) => forgetCopies());
      location.assign('/'); // somebody else signed in in another tab: nothing on this page belongs to them
    }
    before.current = person ?? before.current;
  }, [person, tokens]);

  const locale = session?.user.locale;
  useEffect(() => {
    if (isLanguage(locale) && !hasChosenLanguage()) void changeLanguage(locale, false);
  }, [locale, changeLanguage]);

  if (open)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <FollowupPage />
      </Suspense>
    );
  if (isKept)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <OfflineDoor />
      </Suspense>
    );
  if (looping) return <Looping unreachable={unreachable} />;
  return status === 'authenticated' ? children : <LoadingScreen />;
};
