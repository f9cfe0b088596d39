import { useCallback, useEffect, useState } from 'react';
import type { BoughtSale } from '@/domain/store/BoughtSale';
import { partOf } from '@/schema/unknown';
import { useWords } from '@/fields/kit/useWords';
import { useDeskCalls } from './useDeskCalls';

interface SaleProps {
  readonly sale: BoughtSale;
  readonly isBusy: boolean;
  readonly onHand: (action: 'hand_over' | 'take_back') => void;
}
const Sale = ({ sale: { code, status, lines }, isBusy, onHand }: SaleProps) => {
  const { t, locale } = useWords();
  const things = lines.map(({ name, qty }) => `${qty} × ${name[locale] ?? name['es'] ?? ''}`).join(', ');
  const action = status === 'paid' ? 'hand_over' : status === 'handed_over' ? 'take_back' : null;
  return (
    <li data-status={status}>
      <div>
        <b>{things}</b>
        <small>
          {code} · {t(`desk.saleStates.${status}`)}
        </small>
      </div>
      {action ? (
        <button type="button" className="asd-button desk-second" disabled={isBusy} onClick={() => onHand(action)}>
          {t(action === 'hand_over' ? 'desk.handSale' : 'desk.takeSaleBack')}
          <span className="asd-hidden-text"> {code}</span>
        </button>
      ) : null}
    </li>
  );
};

/** What the person bought in the store, to hand it over with the kit. It is asked of the server, and says so when there is no network. */
export const Bought = ({ inscriptionid }: { readonly inscriptionid: number }) => {
  const { t } = useWords();
  const calls = useDeskCalls();
  const [sales, setSales] = useState<readonly BoughtSale[]>([]);
  const [isUnknown, setUnknown] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const read = useCallback(async (): Promise<void> => {
    if (!navigator.onLine) {
      setUnknown(true);
      return;
    }
    try {
      setSales(await calls.bought(inscriptionid));
      setUnknown(false);
    } catch {
      setUnknown(true);
    }
  }, [calls, inscriptionid]);
  useEffect(() => {
    void read();
    const again = (): void => void read();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [read]);
  const hand = async (action: 'hand_over' | 'take_back', saleid: number): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await calls.handSale(action, saleid);
    } catch (error) {
      setProblem(String(partOf(error, 'message') ?? t('common.networkError')));
    }
    await read();
    setBusy(false);
  };
  if (isUnknown)
    return (
      <p className="desk-note" role="status">
        {t('desk.boughtUnknown')}
      </p>
    );
  if (sales.length === 0) return null;
  return (
    <section className="desk-bought" aria-label={t('desk.bought')}>
      <h3>{t('desk.bought')}</h3>
      <ul>
        {sales.map((sale) => (
          <Sale key={sale.saleid} sale={sale} isBusy={isBusy} onHand={(action) => void hand(action, sale.saleid)} />
        ))}
      </ul>
      {problem ? (
        <p className="desk-error" role="alert">
          {problem}
        </p>
      ) : null}
    </section>
  );
};
