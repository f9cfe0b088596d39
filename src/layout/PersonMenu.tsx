import { useGetIdentity, useLogout } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '@/providers/ServicesContext';
import type { Session } from '@/providers/session/Session';
import { Keys } from '../frame/Keys';
import { Popup } from '../frame/Popup';

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

interface PersonMenuProps {
  readonly onHelp: () => void;
  readonly onShortcuts: () => void;
}
/** The signed-in person, a link to their account page if there is one, the help, the shortcuts, and signing out. */
export const PersonMenu = ({ onHelp, onShortcuts }: PersonMenuProps) => {
  const { t } = useTranslation('common');
  const { account } = useServices().config;
  const { data: user } = useGetIdentity<Session['user'] | null>();
  const { mutate: logout, isPending } = useLogout();
  const [unsent, setUnsent] = useState(0);
  /** What was done without a network stays on the device: the person hears of it before they leave. */
  const signOut = async (): Promise<void> => {
    const { countOnDevice } = await import('@/pages/scan/countOnDevice');
    const waiting = await countOnDevice();
    if (waiting > 0 && unsent === 0) return setUnsent(waiting);
    const { forgetCopies } = await import('@/pages/scan/forgetCopies');
    await forgetCopies();
    logout();
  };
  const name = user?.name ?? user?.email ?? user?.asdeporteId ?? '';
  return (
    <Popup label={t('person.menu', { name })} button={<span className="asd-person">{initials(name)}</span>}>
      {(close) => (
        <>
          <p className="asd-popup-note">
            <strong>{name}</strong>
            <br />
            {user?.email}
          </p>
          {account ? (
            <a className="asd-popup-item" href={account}>
              {t('person.account')}
            </a>
          ) : null}
          <button
            type="button"
            className="asd-popup-item"
            onClick={() => {
              close();
              onHelp();
            }}
          >
            {t('person.help')}
          </button>
          <button
            type="button"
            className="asd-popup-item"
            onClick={() => {
              close();
              onShortcuts();
            }}
          >
            <span>{t('person.shortcuts')}</span>
            <Keys keys={['?']} />
          </button>
          {unsent > 0 ? (
            <p className="asd-popup-note" role="alert">
              {t('person.unsent', { count: unsent })}
            </p>
          ) : null}
          <button type="button" className="asd-popup-item" disabled={isPending} onClick={() => void signOut()}>
            {t(unsent > 0 ? 'person.signOutAnyway' : 'person.signOut')}
          </button>
        </>
      )}
    </Popup>
  );
};
