import { useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import { isBenefitCode } from '@/schema/benefitCodes';
import { wordsOf } from '@/schema/errorCodes';
import { formatInstant } from '@/words/format';
import type { ScannedBenefit } from '@/domain/registration/accessPoint';
import { refusalOf } from '../scan/isPassing';

interface BenefitListProps {
  readonly benefits: readonly ScannedBenefit[];
  readonly isOnline: boolean;
  readonly who: string;
  readonly onRedeem: (benefit_grantid: number, said: string) => Promise<void>;
}
const Benefit = ({ benefit, who, onRedeem }: Omit<BenefitListProps, 'benefits' | 'isOnline'> & { readonly benefit: ScannedBenefit }) => {
  const { t, locale } = useWords();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const name = benefit.name[locale] ?? benefit.name.es;
  const redeem = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    await onRedeem(benefit.benefit_grantid, `${name} · ${who}`).catch((error: unknown) => {
      const { code, message } = refusalOf(error);
      setProblem(isBenefitCode(code) ? t(wordsOf({ code })) : message);
    });
    setBusy(false);
  };
  return (
    <li data-scanned={benefit.isScanned || undefined}>
      <span>
        {name}
        {problem ? <em role="alert">{problem}</em> : null}
      </span>
      {benefit.state === 'redeemed' ? (
        <span className="acc-redeemed">
          <Glyph name="check" />
          {t('scan.benefit.redeemed', { at: benefit.redeemed_at ? formatInstant(benefit.redeemed_at) : '' })}
        </span>
      ) : (
        <button type="button" className="acc-button" aria-busy={isBusy} onClick={() => void (isBusy ? null : redeem())}>
          {t('scan.benefit.redeem')}
          <span className="asd-hidden-text"> {name}</span>
        </button>
      )}
    </li>
  );
};

/** What the athlete gets here: one press hands it over, once. */
export const BenefitList = ({ benefits, isOnline, ...rest }: BenefitListProps) => {
  const { t } = useWords();
  return (
    <div className="acc-benefits">
      <h2>{t('scan.benefit.title')}</h2>
      <ul>
        {benefits.map((benefit) => (
          <Benefit key={benefit.benefit_grantid} benefit={benefit} {...rest} />
        ))}
      </ul>
      {isOnline ? null : <p>{t('scan.benefit.offline')}</p>}
    </div>
  );
};
