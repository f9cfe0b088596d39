import { useState } from 'react';
import { partOf } from '@/schema/unknown';
import { useWords } from '@/fields/kit/useWords';
import { SignCode } from '@/resources/inscriptions/SignQr';
import { useDeskCalls } from './useDeskCalls';

/** The way to sign a waiver that is missing: on the phone of the athlete by a QR code, or on this device. */
export const SignHere = ({ inscriptionid }: { readonly inscriptionid: number }) => {
  const { t } = useWords();
  const calls = useDeskCalls();
  const [shown, setShown] = useState<{ readonly link: string; readonly qr: string }>();
  const [problem, setProblem] = useState<string>();
  const show = async (): Promise<void> => {
    setProblem(undefined);
    try {
      setShown(await calls.signLink(inscriptionid));
    } catch (error) {
      setProblem(String(partOf(error, 'message') ?? t('common.networkError')));
    }
  };
  return (
    <div className="desk-sign">
      {shown ? (
        <>
          <SignCode qr={shown.qr} />
          <div>
            <p>{t('desk.signScan')}</p>
            <a className="asd-button desk-second" href={shown.link} target="_blank" rel="noreferrer">
              {t('desk.signHere')}
            </a>
          </div>
        </>
      ) : (
        <button type="button" className="asd-button desk-second" onClick={() => void show()}>
          {t('desk.sign')}
        </button>
      )}
      {problem ? <p className="desk-error">{problem}</p> : null}
    </div>
  );
};
