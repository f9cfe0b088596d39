import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { grantsKey } from '@/providers/access/grants';
import { useServices } from '@/providers/ServicesContext';
import { BareFrame } from '@/frame/BareFrame';
import { createDevicePass, isPin, pinDigits, type PassAnswer } from './scan/devicePass';
import { passContentsIn } from './scan/passContents';

const atEvent = /^\/events\/\d+\/(desk|asenters\/\d+\/scan)/;

/** The way into the desk of this device while nothing can be reached: the PIN that its person chose. */
const OfflineDoor = () => {
  const { t } = useTranslation('common');
  const { session, organization, queryClient } = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [pin, setPin] = useState('');
  const [answer, setAnswer] = useState<Exclude<PassAnswer, { is: 'open' }>>();
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    const found = await createDevicePass().open(pin);
    const contents = found.is === 'open' ? passContentsIn(found.contents) : null;
    if (found.is !== 'open' || !contents) {
      setAnswer(found.is === 'open' ? { is: 'gone' } : found);
      return setPin('');
    }
    organization.assume(contents.organization);
    queryClient.setQueryData(grantsKey(contents.grants.organizationid ?? null), contents.grants);
    if (session.assume(contents.session) && !atEvent.test(pathname)) void navigate(`/events/${found.eventid}/desk`, { replace: true });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPin(pin) || isBusy) return;
    setBusy(true);
    void open()
      .catch(() => setAnswer({ is: 'gone' }))
      .finally(() => setBusy(false));
  };
  return (
    <BareFrame>
      <h1>{t('offline.title')}</h1>
      <p>{t('offline.text')}</p>
      <form onSubmit={submit}>
        <label>
          {t('offline.pin')}
          <input
            className="asd-field asd-bare-pin"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            maxLength={pinDigits.most}
            value={pin}
            aria-invalid={Boolean(answer)}
            aria-describedby="offline-answer"
            onChange={({ target }) => setPin(target.value.replaceAll(/\D/g, ''))}
          />
        </label>
        <p id="offline-answer" role="alert">
          {answer?.is === 'wrong' ? t('offline.wrong', { count: answer.left }) : null}
          {answer?.is === 'closed' ? t('offline.closed', { count: answer.seconds }) : null}
          {answer?.is === 'gone' ? t('offline.gone') : null}
        </p>
        <div className="asd-bare-tools">
          <button type="submit" className="asd-button" data-primary disabled={!isPin(pin) || isBusy}>
            {t('offline.open')}
          </button>
          <button type="button" className="asd-button" onClick={() => location.reload()}>
            {t('errorPage.reload')}
          </button>
        </div>
      </form>
    </BareFrame>
  );
};
export default OfflineDoor;
