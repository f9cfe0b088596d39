import { useSetLocale } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useStore } from '@/state/createStore';
import { languages } from '@/providers/i18n/i18n';
import { languageStore } from '@/providers/i18n/languageStore';
import { chooseGround, groundChoices, groundStore } from '@/theme/groundStore';
import { Glyph } from '../frame/Glyph';
import { groundGlyphs } from '../frame/groundGlyphs';
import { Popup } from '../frame/Popup';

/** Spanish or English, remembered on this device. */
export const LanguageSwitch = () => {
  const { t } = useTranslation('common');
  const { lang } = useStore(languageStore);
  const setLocale = useSetLocale();
  return (
    <Popup
      label={t('language.switch', { language: t(`language.${lang}`) })}
      button={<span className="asd-bar-language">{lang.toUpperCase()}</span>}
    >
      {(close) =>
        languages.map((each) => (
          <button
            key={each}
            type="button"
            className="asd-popup-item"
            lang={each}
            aria-current={each === lang || undefined}
            onClick={() => {
              close();
              void setLocale(each);
            }}
          >
            <span>{t(`language.${each}`)}</span>
            {each === lang ? <Glyph name="check" /> : null}
          </button>
        ))
      }
    </Popup>
  );
};

/** Light, dark, or like the device. */
export const GroundSwitch = () => {
  const { t } = useTranslation('common');
  const { choice } = useStore(groundStore);
  return (
    <Popup label={t('ground.switch', { ground: t(`ground.${choice}`) })} button={<Glyph name={groundGlyphs[choice]} />}>
      {(close) =>
        groundChoices.map((each) => (
          <button
            key={each}
            type="button"
            className="asd-popup-item"
            aria-current={each === choice || undefined}
            onClick={() => {
              close();
              chooseGround(each);
            }}
          >
            <Glyph name={groundGlyphs[each]} />
            <span>{t(`ground.${each}`)}</span>
            {each === choice ? <Glyph name="check" /> : null}
          </button>
        ))
      }
    </Popup>
  );
};
