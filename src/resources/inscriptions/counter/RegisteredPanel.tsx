import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Registered } from '@/domain/registration/registering';
import { useGrants } from '@/fields/kit/AppContext';
import { BibChip } from '@/fields/kit/BibChip';
import { useWords } from '@/fields/kit/useWords';
import { failureOf } from '@/fields/kit/failureOf';
import { FieldValue } from '@/fields/kit/FieldValue';
import { toast } from '@/providers/notification/toaster';
import { actionOf, fieldOf, type AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { useRunAction } from '@/views/action/runAction';
import { formatMoney, formatInstant } from '@/words/format';
import { SignQr } from '../SignQr';

interface RegisteredProps {
  readonly resource: AnyResource;
  readonly done: Registered;
  readonly onAgain: () => void;
}
/** What was registered, and what comes next: the signature, the record, the next person. */
export const RegisteredPanel = ({ resource, done, onAgain }: RegisteredProps) => {
  const { t, locale } = useWords();
  const grants = useGrants();
  const navigate = useNavigate();
  const [code, setCode] = useState<unknown>();
  const { inscriptionid, name, folio, number, prefix, status, total_cents, balance_cents, expires_at, exoneration_status, is_written } =
    done;
  const sign = useRunAction({ resource, name: 'sign_link', action: actionOf(resource, 'sign_link'), target: { ids: [inscriptionid] } });
  const showCode = async (): Promise<void> => {
    try {
      setCode((await sign({}, false)).result);
    } catch (error) {
      toast('error', failureOf(error).message);
    }
  };
  return (
    <section className="counter-done" aria-labelledby="counter-done">
      <div className="counter-done-who">
        {number === null ? null : <BibChip>{`${prefix ?? ''}${number}`}</BibChip>}
        <h2 id="counter-done">{name}</h2>
        <FieldValue field={fieldOf(resource, 'status')} place={{ resource: resource.name, name: 'status' }} row={{ status }} isCell />
      </div>
      <p className="counter-facts">
        {[
          t('inscriptions.counter.folio', { folio }),
          ...(total_cents > balance_cents
            ? [t('inscriptions.counter.paid', { amount: formatMoney(total_cents - balance_cents, locale) })]
            : []),
        ].join(' · ')}
      </p>
      {balance_cents > 0 ? (
        <p>
          {t('inscriptions.counter.due', {
            amount: formatMoney(balance_cents, locale),
            until: expires_at ? formatInstant(expires_at) : '—',
          })}
        </p>
      ) : null}
      {is_written ? <p>{t(`inscriptions.counter.${balance_cents > 0 ? 'linkSent' : 'proofSent'}`)}</p> : null}
      {exoneration_status === 'pending' && can(grants, 'sign_link', resource) && !code ? (
        <Button onClick={() => void showCode()}>{t('inscriptions.counter.sign')}</Button>
      ) : null}
      {code ? <SignQr result={code} /> : null}
      <div className="counter-done-next">
        <Button type="primary" size="large" autoFocus onClick={onAgain}>
          {t('inscriptions.counter.next')}
        </Button>
        <Button size="large" onClick={() => void navigate(`/inscriptions/${inscriptionid}`)}>
          {t('inscriptions.counter.openRecord')}
        </Button>
      </div>
    </section>
  );
};
