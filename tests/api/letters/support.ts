import { registry } from '@/resources';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import { sendAddedLetters } from '../../../server/features/letters/addedLetters';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { testLetters } from '../../../server/features/letters/testLetters';
import { createTranslate } from '../../../server/kernel/messages';
import type { Scene } from '../registration/support';

const translate = createTranslate('locales');
/** The secret with which the mail provider of these tests signs its reports. */
export const reportSecret = 'a secret of the mail provider, long enough';

/** Sends what is queued; answers the letters that left. */
export const post = async (pool: Scene['pool'], through?: (letter: Letter) => Promise<void>): Promise<readonly Letter[]> => {
  const left: Letter[] = [];
  const mail: Mail = {
    send: async (letter) => {
      await through?.(letter);
      left.push(letter);
      return { provider: 'smtp', ref: `ref-${letter.key}` };
    },
  };
  await sendLetters({ pool, registry, translate, paymentLink: undefined }, mail);
  await sendAddedLetters({ pool, registry, translate }, mail, [testLetters(translate)]);
  return left;
};
