import { useState } from 'react';
import { useWords, type Words } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import { isBenefitCode } from '@/schema/benefitCodes';
import { wordsOf } from '@/schema/errorCodes';
import { formatInstant } from '@/words/format';
import type { ScannedBenefit } from '@/domain/registration/accessPoint';
import { refusalOf } from '../scan/isPassing';
import type { EntryRefusal } from '../scan/waitingQueue';
import { voucherOf } from './benefitDesk';
import type { Shown } from './deskState';

interface BenefitListProps {
  readonly shown: Shown;
  readonly isOnline: boolean;
  readonly onRedeem: (benefit_grantid: number, said: string) => Promise<void>;
  readonly onTakeBack: (benefit_grantid: number) => Promise<void>;
}
/** Why a benefit is not redeemed, or stays redeemed, in a sentence. */
export const whyUnredeemed = (t: Words['t'], { code, message }: EntryRefusal): string =>
  isBenefitCode(code) ? t(wordsOf({ code })) : message;

const Benefit = ({ benefit, shown, onRedeem, onTakeBack }: Omit<BenefitListProps, 'isOnline'> & { readonly benefit: ScannedBenefit }) => {
  const { t, locale } = useWords();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { person, handed } = shown;
  const { benefit_grantid: id, state, redeemed_at, isScanned } = benefit;
  const isHere = handed.includes(id),
    isOpen = isScanned && voucherOf(shown)?.is === 'open';
  const name = benefit.name[locale] ?? benefit.name.es;
  const press = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(whyUnredeemed(t, refusalOf(error))));
    setBusy(false);
  };
  const button = (label: string, work: () => Promise<void>) => (
    <button type="button" className="acc-button" aria-busy={isBusy} onClick={() => void press(work)}>
      {label}
      <span className="asd-hidden-text"> {name}</span>
    </button>
  );
  return (
    <li data-scanned={isScanned || undefined}>
      <span>
        {name}
        {problem ? <em role="alert">{problem}</em> : null}
      </span>
      {state === 'redeemed' ? (
        <span className="acc-redeemed">
          <Glyph name="check" />
          {t('scan.benefit.redeemed', { at: redeemed_at && !isHere ? formatInstant(redeemed_at) : '' })}
          {isHere ? button(t('scan.benefit.takeBack'), () => onTakeBack(id)) : null}
        </span>
      ) : isOpen ? null : (
        button(t('scan.benefit.redeem'), () => onRedeem(id, `${name} · ${person?.name ?? ''}`))
      )}
    </li>
  );
};

/** What the athlete gets here: one press hands it over, once. A voucher that was read is redeemed already. */
export const BenefitList = ({ isOnline, ...rest }: BenefitListProps) => {
  const { t } = useWords();
  return (
    <div className="acc-benefits">
      <h2>{t('scan.benefit.title')}</h2>
      <ul>
        {rest.shown.benefits.map((benefit) => (
          <Benefit key={benefit.benefit_grantid} benefit={benefit} {...rest} />
        ))}
      </ul>
      {isOnline ? null : <p>{t('scan.benefit.offline')}</p>}
    </div>
  );
};
