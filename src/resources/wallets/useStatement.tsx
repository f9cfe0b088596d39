import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '@/providers/ServicesContext';
import { failureOf } from '@/fields/kit/failureOf';
import { toast } from '@/providers/notification/toaster';
import { saveAnswer } from '@/frame/saveAnswer';

interface Period {
  /** Days as YYYY-MM-DD, both included. */
  readonly since: string;
  readonly until: string;
}
/** Downloads the statement of a wallet as PDF. */
export const useStatement = (walletid: number) => {
  const { config, http } = useServices();
  const { t } = useTranslation('wallets');
  return useMutation({
    mutationFn: async ({ since, until }: Period) => {
      const query = new URLSearchParams({ since, until });
      const name = `${t('statement.file')}-${walletid}-${since}-${until}.pdf`;
      await saveAnswer(http, `${config.host}/v2/user/wallets/${walletid}/statement?${query.toString()}`, name);
    },
    onError: (error: unknown) => toast('error', failureOf(error).message),
  });
};
