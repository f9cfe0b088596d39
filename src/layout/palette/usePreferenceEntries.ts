import { useLogout, useSetLocale } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useStore } from '@/state/createStore';
import { languages } from '@/providers/i18n/i18n';
import { languageStore } from '@/providers/i18n/languageStore';
import { useOrganization, useServices } from '@/providers/ServicesContext';
import { chooseGround, groundChoices, groundStore } from '@/theme/groundStore';
import { densities, useDensity } from '@/views/list/model/useDensity';
import { groundGlyphs } from '../../frame/groundGlyphs';
import { useChooseOrganization } from '../routing/useChooseOrganization';
import type { Entry } from './entries';

interface Frame {
  readonly onHelp: () => void;
  readonly onRecent: () => void;
}
/** The settings of the person, and the other parts of the frame. */
export const usePreferenceEntries = ({ onHelp, onRecent }: Frame): readonly Entry[] => {
  const { t } = useTranslation(['palette', 'common', 'list']);
  const { account } = useServices().config;
  const { organizations, current } = useOrganization();
  const { lang } = useStore(languageStore);
  const { choice } = useStore(groundStore);
  const [density, setDensity] = useDensity();
  const setLocale = useSetLocale();
  const { mutate: logout } = useLogout();
  const changeOrganization = useChooseOrganization();
  return [
    ...languages
      .filter((each) => each !== lang)
      .map((each): Entry => ({
        key: `language ${each}`,
        label: t('language.switch', { ns: 'common', language: t(`language.${each}`, { ns: 'common' }) }),
        words: t('words.language'),
        icon: 'language',
        run: () => void setLocale(each),
      })),
    ...groundChoices
      .filter((each) => each !== choice)
      .map((each): Entry => ({
        key: `ground ${each}`,
        label: t('ground.switch', { ns: 'common', ground: t(`ground.${each}`, { ns: 'common' }) }),
        words: t('words.ground'),
        icon: groundGlyphs[each],
        run: () => chooseGround(each),
      })),
    ...densities
      .filter((each) => each !== density)
      .map((each): Entry => ({
        key: `density ${each}`,
        label: `${t('density.title', { ns: 'list' })}: ${t(`density.${each}`, { ns: 'list' })}`,
        words: t('words.density'),
        icon: 'rows',
        run: () => setDensity(each),
      })),
    { key: 'recent', label: t('recent.title', { ns: 'common' }), icon: 'clock', run: onRecent },
    { key: 'help', label: t('person.shortcuts', { ns: 'common' }), icon: 'keyboard', keys: ['?'], run: onHelp },
    ...(account
      ? [{ key: 'account', label: t('person.account', { ns: 'common' }), icon: 'user', run: () => location.assign(account) }]
      : []),
    ...(organizations ?? [])
      .filter(({ organizationid }) => organizationid !== current?.organizationid)
      .map(({ organizationid, name }): Entry => ({
        key: `organization ${organizationid}`,
        label: t('organization', { name }),
        words: t('words.organization'),
        icon: 'bank',
        onlyFound: true,
        run: () => changeOrganization(organizationid),
      })),
    { key: 'signOut', label: t('person.signOut', { ns: 'common' }), words: t('words.signOut'), icon: 'leave', run: () => logout() },
  ];
};
