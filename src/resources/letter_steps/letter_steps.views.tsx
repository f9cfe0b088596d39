import { defineViews } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';
import { isBeforeRace, letter_steps } from './letter_steps';

/** When a step leaves, as people say it: 14 days before, at once. */
const When = ({ value, row }: { readonly value: number; readonly row: Readonly<Record<string, unknown>> }) => {
  const { t } = useWords();
  return value === 0
    ? t('letter_steps.when.now')
    : t(`letter_steps.when.${isBeforeRace(row['kind']) ? 'before' : 'after'}`, { count: value });
};

export default defineViews(letter_steps, { cells: { days: When } });
