import { useGetIdentity, useLogout } from '@refinedev/core';
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

/** The signed-in person, a link to their account page if there is one, the shortcuts, and signing out. */
export const PersonMenu = ({ onHelp }: { readonly onHelp: () => void }) => {
  const { t } = useTranslation('common');
  const { account } = useServices().config;
  const { data: user } = useGetIdentity<Session['user'] | null>();
  const { mutate: logout, isPending } = useLogout();
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
            <span>{t('person.shortcuts')}</span>
            <Keys keys={['?']} />
          </button>
          <button type="button" className="asd-popup-item" disabled={isPending} onClick={() => logout()}>
            {t('person.signOut')}
          </button>
        </>
      )}
    </Popup>
  );
};
