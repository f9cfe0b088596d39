import { useEffect, useState } from 'react';
import { BibChip } from '@/fields/kit/BibChip';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import { formatInstant } from '@/words/format';
import type { WatchedPoint } from '@/domain/registration/accessPoint';
import { isPresent, voucherOf } from './benefitDesk';
import { BenefitList, whyUnredeemed } from './BenefitList';
import { ForceForm } from './ForceForm';
import { answerOf } from './answerOf';
import { bibOf } from './looks';
import type { PointCopy } from './pointCopy';
import type { Shown } from './deskState';

interface AnswerScreenProps {
  readonly shown: Shown;
  readonly copy: PointCopy;
  readonly watched: WatchedPoint | null;
  readonly mayForce: boolean;
  readonly isOnline: boolean;
  readonly onForce: (reason: string) => void;
  readonly onRedeem: (benefit_grantid: number, said: string) => Promise<void>;
  readonly onTakeBack: (benefit_grantid: number) => Promise<void>;
  readonly onClose: () => void;
}
const timeAt = 11;
const hour = (instant: string | null | undefined): string => (instant ? formatInstant(instant).slice(timeAt) : '');

const mostLarge = 8;
/** Whether a part of the word is too long for the largest letters on a phone. */
const isLong = (word: string): boolean => word.split(' ').some(({ length }) => length > mostLarge);

/** Why the answer is what it is, in a sentence. */
const useSentence = ({ shown, copy, watched }: AnswerScreenProps): string => {
  const { verdict, person, elsewhere, refusal, isForced, input, unredeemed } = shown;
  const { t, locale } = useWords();
  const voucher = voucherOf(shown);
  if (voucher && unredeemed) return whyUnredeemed(t, unredeemed);
  if (voucher) {
    const { name, redeemed_at } = voucher.benefit;
    return t(`scan.because.${voucher.is}`, { benefit: name[locale] ?? name.es, at: redeemed_at ? formatInstant(redeemed_at) : '' });
  }
  if (refusal) return refusal.startsWith('ACCESS_') ? t(`scan.closed.${refusal}`) : refusal;
  if (isForced) return t('scan.because.forced', { reason: input.reason });
  if (!verdict) return t('scan.because.unjudged');
  const { cause, since, result } = verdict;
  if (cause === null) return t('scan.because.known');
  const names = (ids: readonly number[] | null | undefined, name: (id: number) => string | undefined): string =>
    (ids ?? []).flatMap((id) => name(id) ?? []).join(', ');
  const rules = watched?.rules;
  return t(`scan.because.${cause}${cause === 'left' && !since ? '_unseen' : ''}`, {
    since: hour(since),
    event: elsewhere ? (elsewhere[locale] ?? elsewhere.es) : t('scan.because.another_event'),
    distance: (person && copy.distance(person.distanceid)) ?? '',
    wave: (person && copy.wave(person.waveid)) ?? t('scan.because.no_wave'),
    admitted: names(result === 'wrong_wave' ? rules?.waveids : rules?.distanceids, result === 'wrong_wave' ? copy.wave : copy.distance),
    opens: hour(rules?.opens_at),
    closes: hour(rules?.closes_at),
    code: input.code ?? '',
  });
};

const PersonFacts = ({ shown: { person }, copy }: AnswerScreenProps) => {
  const { t } = useWords();
  if (!person) return null;
  const bib = bibOf(person),
    distance = copy.distance(person.distanceid),
    wave = copy.wave(person.waveid);
  return (
    <div className="acc-person">
      <p className="acc-name">{person.name}</p>
      <p className="acc-facts">
        {bib ? (
          <span className="acc-bib">
            <BibChip>{bib}</BibChip>
          </span>
        ) : (
          <span>{t('scan.person.noNumber')}</span>
        )}
        {distance ? <span>{distance}</span> : null}
        {wave ? <span>{wave}</span> : null}
        <span>{person.folio}</span>
      </p>
      {person.attention ? <p className="acc-attention">{t('scan.person.attention')}</p> : null}
    </div>
  );
};

/** The answer to a scan: it fills the screen until the next one, and the box behind it keeps the focus. */
export const AnswerScreen = (props: AnswerScreenProps) => {
  const { shown, mayForce, isOnline, onForce, onRedeem, onTakeBack, onClose } = props;
  const { t } = useWords();
  const [isForcing, setForcing] = useState(false);
  const result = shown.verdict?.result ?? null;
  const isRefused = Boolean(shown.refusal);
  const { look, word: key } = answerOf(shown);
  const word = t(key);
  const sentence = useSentence(props);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  const canForce = mayForce && !isRefused && result !== 'ok';
  return (
    <section
      className="acc-answer"
      data-colour={look.colour}
      data-voucher={voucherOf(shown)?.is}
      data-result={isRefused ? 'refused' : (result ?? 'unjudged')}
      aria-label={t('scan.answer')}
    >
      <div className="acc-said" role="alert">
        <Glyph name={look.glyph} />
        <p className="acc-word" data-long={isLong(word) || undefined}>
          {word}
        </p>
        <PersonFacts {...props} />
        <p className="acc-because">{sentence}</p>
        {shown.isConfirmed ? null : <p className="acc-unconfirmed">{t('scan.unconfirmed')}</p>}
      </div>
      {shown.benefits.length > 0 && isPresent(shown) ? (
        <BenefitList shown={shown} isOnline={isOnline} onRedeem={onRedeem} onTakeBack={onTakeBack} />
      ) : null}
      {isForcing ? (
        <ForceForm onForce={onForce} onCancel={() => setForcing(false)} />
      ) : (
        <div className="acc-buttons">
          {canForce ? (
            <button type="button" className="acc-button" onClick={() => setForcing(true)}>
              {t('scan.force.open')}
            </button>
          ) : null}
          <button type="button" className="acc-button" data-main onClick={onClose}>
            {t('scan.next')}
          </button>
        </div>
      )}
    </section>
  );
};
