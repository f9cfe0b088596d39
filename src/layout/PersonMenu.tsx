import { useGetIdentity, useLogout } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '@/providers/session/Session';
import { Popup } from './Popup';

const initials = (name: string): string => name.split(/\s+/).slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join('');

/** Who is signed in, and the way out. */
export const PersonMenu = () => {
  const { t } = useTranslation('common');
  const { data: user } = useGetIdentity<Session['user'] | null>();
  const { mutate: logout, isPending } = useLogout();
  const name = user?.name ?? user?.email ?? user?.asdeporteId ?? '';
  return (
    <Popup label={t('person.menu', { name })} button={<span className="asd-person">{initials(name)}</span>}>
      {() => (
        <>
          <p className="asd-popup-note"><strong>{name}</strong><br />{user?.email}</p>
          <button type="button" className="asd-popup-item" disabled={isPending} onClick={() => logout()}>{t('person.signOut')}</button>
        </>
      )}
    </Popup>
  );
};
