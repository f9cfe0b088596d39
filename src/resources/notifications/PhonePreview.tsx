import { useId, useState } from 'react';
import { homeZone } from '@/schema/homeZone';
import { useWords } from '@/fields/kit/useWords';
import { nth } from '@/schema/must';
import type { NotificationInput } from './notifications';
import './phonePreview.css';

const devices = ['ios', 'android', 'web'] as const;
type Device = (typeof devices)[number];
const clock: Readonly<Record<'es' | 'en', string>> = { es: 'es-MX', en: 'en-GB' };

/** A push message as it arrives, while it is written: on each kind of device that it is sent to. */
export const PhonePreview = ({ draft }: { readonly draft: Partial<NotificationInput> }) => {
  const { t, locale } = useWords();
  const id = useId();
  const [chosen, choose] = useState<Device>('ios');
  const { title, body, img, deep_link: link, app, platform } = draft;
  const reached = devices.filter((device) => !platform || platform === 'all' || platform === device);
  const device = reached.includes(chosen) ? chosen : nth(reached, 0);
  const [opened, setOpened] = useState(Date.now);
  return (
    <div className="phone-preview">
      {reached.length > 1 ? (
        <fieldset className="phone-devices">
          <legend className="asd-hidden-text">{t('notifications.phone.device')}</legend>
          {reached.map((each) => (
            <label key={each} data-chosen={each === device || undefined}>
              <input
                type="radio"
                name={`${id}-device`}
                checked={each === device}
                onChange={() => {
                  choose(each);
                  setOpened(Date.now());
                }}
              />
              {t(`notifications.choices.platform.${each}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="phone" data-device={device}>
        {device === 'web' ? null : (
          <time className="phone-clock">
            {new Intl.DateTimeFormat(clock[locale], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: homeZone }).format(
              opened,
            )}
          </time>
        )}
        <article className="phone-message">
          <header>
            <span className="phone-app" aria-hidden="true">
              {(app ?? 'A').slice(0, 1)}
            </span>
            <span>{app ? t(`notifications.choices.app.${app}`) : '—'}</span>
            <span>{t('notifications.phone.now')}</span>
          </header>
          <strong data-empty={!title || undefined}>{title || t('notifications.phone.noTitle')}</strong>
          <p data-empty={!body || undefined}>{body || t('notifications.phone.noBody')}</p>
          {img ? <img src={img} alt={t('notifications.phone.picture')} referrerPolicy="no-referrer" /> : null}
        </article>
      </div>
      {link ? <p className="phone-note">{t('notifications.phone.opens', { link })}</p> : null}
    </div>
  );
};
