import { useState, type FormEvent } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import { Modal } from '@/frame/Modal';
import { formatInstant } from '@/words/format';
import { isPin, pinDigits } from './devicePass';
import { usePass, type KeptOfEvent } from './usePass';
import './scan.css';

interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (pin: string) => void;
  readonly isInvalid?: boolean;
  readonly isFirst?: boolean;
}
const PinField = ({ label, value, onChange, isInvalid = false, isFirst = false }: PinFieldProps) => (
  <label className="scan-pass-field">
    {label}
    <input
      type="password"
      inputMode="numeric"
      autoComplete="off"
      autoFocus={isFirst}
      maxLength={pinDigits.most}
      value={value}
      aria-invalid={isInvalid}
      onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ''))}
    />
  </label>
);

interface PassFormProps {
  readonly pass: ReturnType<typeof usePass>;
  readonly onDone: (said: string) => void;
}
/** A new PIN, twice. */
const PrepareForm = ({ pass, onDone }: PassFormProps) => {
  const { t } = useWords();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const prepare = async (): Promise<void> => {
    if (!isPin(pin)) return setProblem(t('scan.pass.short', pinDigits));
    if (pin !== again) return setProblem(t('scan.pass.differs'));
    setBusy(true);
    const outcome = await pass.prepare(pin).catch(() => 'failed' as const);
    setBusy(false);
    if (outcome === 'failed') setProblem(t('scan.pass.failed'));
    else onDone(t(`scan.pass.${outcome}`));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void prepare();
  };
  return (
    <form className="scan-pass" onSubmit={submit}>
      <p>{t('scan.pass.why')}</p>
      <PinField isFirst label={t('scan.pass.choose', pinDigits)} value={pin} onChange={setPin} isInvalid={Boolean(problem)} />
      <PinField label={t('scan.pass.again')} value={again} onChange={setAgain} isInvalid={Boolean(problem)} />
      <p className="scan-pass-error" role="alert">
        {problem}
      </p>
      <button type="submit" className="asd-button scan-pass-button" data-primary disabled={isBusy}>
        {t(isBusy ? 'scan.pass.preparing' : 'scan.pass.prepare')}
      </button>
    </form>
  );
};
/** The PIN of this device: what is kept follows the server again. */
const UnlockForm = ({ pass, onDone, onOther }: PassFormProps & { readonly onOther: () => void }) => {
  const { t } = useWords();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string>();
  const unlock = async (): Promise<void> => {
    const answer = await pass.unlock(pin);
    setPin('');
    if (answer.is === 'open') onDone(t('scan.pass.ready'));
    else if (answer.is === 'wrong') setProblem(t('common.offline.wrong', { count: answer.left }));
    else setProblem(answer.is === 'closed' ? t('common.offline.closed', { count: answer.seconds }) : t('common.offline.gone'));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPin(pin)) void unlock();
  };
  return (
    <form className="scan-pass" onSubmit={submit}>
      <p>{t('scan.pass.lockedWhy')}</p>
      <PinField isFirst label={t('common.offline.pin')} value={pin} onChange={setPin} isInvalid={Boolean(problem)} />
      <p className="scan-pass-error" role="alert">
        {problem}
      </p>
      <button type="submit" className="asd-button scan-pass-button" data-primary disabled={!isPin(pin)}>
        {t('scan.pass.unlock')}
      </button>
      <button type="button" className="asd-button scan-pass-button" onClick={onOther}>
        {t('scan.pass.forgot')}
      </button>
    </form>
  );
};

/** Whether this device starts without a network, and the way to get there. */
export const DevicePassControl = (kept: KeptOfEvent) => {
  const { t } = useWords();
  const pass = usePass(kept);
  const [asks, setAsks] = useState<'prepare' | 'unlock'>();
  const [said, setSaid] = useState('');
  const until = pass.until && formatInstant(pass.until.toISOString());
  const { photos } = kept;
  const offer = t(pass.kind === 'locked' ? 'scan.pass.locked' : 'scan.pass.offer');
  const done = (text: string): void => {
    setAsks(undefined);
    setSaid(text);
    setTimeout(() => document.querySelector<HTMLInputElement>('.scan-box input')?.focus()); // the button that opened the dialog is gone
  };
  return (
    <>
      {pass.kind === 'open' ? (
        <p className="scan-kept" title={t('scan.pass.until', { until })}>
          <Glyph name="check" /> {t('scan.pass.kept')} <small>{t('scan.pass.until', { until })}</small>
          {photos && photos.wanted > 0 ? <small>{t('scan.pass.photos', photos)}</small> : null}
        </p>
      ) : (
        <button
          type="button"
          className="scan-pass-open"
          title={offer}
          onClick={() => setAsks(pass.kind === 'locked' ? 'unlock' : 'prepare')}
        >
          <Glyph name={pass.kind === 'locked' ? 'key' : 'download'} />
          <span>{offer}</span>
        </button>
      )}
      <p className="asd-hidden-text" role="status">
        {said}
      </p>
      {asks ? (
        <Modal title={t(`scan.pass.${asks}Title`)} footer={null} onClose={() => setAsks(undefined)} destroyOnHidden>
          {asks === 'prepare' ? (
            <PrepareForm pass={pass} onDone={done} />
          ) : (
            <UnlockForm pass={pass} onDone={done} onOther={() => setAsks('prepare')} />
          )}
        </Modal>
      ) : null}
    </>
  );
};
