import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrganization } from '@/providers/ServicesContext';
import { foldText } from '@/schema/foldText';
import { Glyph } from '../frame/Glyph';
import { Popup } from '../frame/Popup';
import { useChooseOrganization } from './routing/useChooseOrganization';

/** Up to this number a list is read faster than searched. */
const readable = 7;

const Choices = ({ close }: { readonly close: () => void }) => {
  const { t } = useTranslation('common');
  const { organizations, current } = useOrganization();
  const change = useChooseOrganization();
  const [sought, setSought] = useState('');
  const id = useId();
  const shown = (organizations ?? []).filter(({ name }) => foldText(name).includes(foldText(sought)));
  const choose = (organizationid: number): void => {
    close();
    change(organizationid);
  };
  return (
    <>
      {(organizations?.length ?? 0) > readable ? (
        <label className="asd-popup-search" htmlFor={id}>
          <span className="asd-hidden-text">{t('organization.search')}</span>
          <input
            id={id}
            className="asd-field"
            type="search"
            autoComplete="off"
            placeholder={t('organization.search')}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && shown[0]) choose(shown[0].organizationid);
            }}
          />
        </label>
      ) : null}
      <ul className="asd-popup-list">
        {shown.map(({ organizationid, name }) => (
          <li key={organizationid}>
            <button
              type="button"
              className="asd-popup-item"
              aria-current={organizationid === current?.organizationid || undefined}
              onClick={() => choose(organizationid)}
            >
              <span>{name}</span>
              {organizationid === current?.organizationid ? <Glyph name="check" /> : null}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="asd-popup-note">{t('organization.none')}</p> : null}
    </>
  );
};

/** Shows the current organization of the page, and changes it. */
export const OrganizationSwitcher = () => {
  const { t } = useTranslation('common');
  const { current } = useOrganization();
  const name = current?.name ?? t('organization.unknown');
  return (
    <Popup
      label={t('organization.switch', { name })}
      className="asd-bar-organization"
      button={
        <>
          <span className="asd-bar-organization-name">{name}</span>
          <Glyph name="chevron" />
        </>
      }
    >
      {(close) => <Choices close={close} />}
    </Popup>
  );
};
