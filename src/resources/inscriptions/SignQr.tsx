import { useWords } from '@/fields/kit/useWords';
import { partOf } from '@/schema/unknown';
import './signQr.css';

/** A link for signing as a picture of its code, which the server draws as SVG. */
export const SignCode = ({ qr }: { readonly qr: string }) => (
  <img
    className="sign-code"
    referrerPolicy="no-referrer"
    src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
    alt={useWords().t('inscriptions.outcomes.sign_link.picture')}
  />
);

/** The link for signing as a code, for the phone of the person at the desk. */
export const SignQr = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const qr = partOf(result, 'qr');
  if (typeof qr !== 'string') return null;
  return (
    <div className="sign-qr">
      <p>{t('inscriptions.outcomes.sign_link.scan')}</p>
      <SignCode qr={qr} />
    </div>
  );
};
