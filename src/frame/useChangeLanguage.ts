import { useCallback } from 'react';
import { isLanguage } from '@/providers/i18n/i18n';
import { rememberLanguage, languageStore } from '@/providers/i18n/languageStore';
import { useServices } from '@/providers/ServicesContext';

/** Changes the language of texts, components, calendars and server messages. `remember` stores it on this device. */
export const useChangeLanguage = (): ((language: string, remember?: boolean) => Promise<void>) => {
  const { i18n, queryClient } = useServices();
  return useCallback(
    async (language, remember = true) => {
      if (!isLanguage(language)) return;
      await i18n.changeLanguage(language);
      if (remember) rememberLanguage(language);
      else languageStore.set({ lang: language });
      document.documentElement.lang = language;
      // Titles of joined records come from the server in the language of the request.
      await queryClient.invalidateQueries({ queryKey: ['data'] });
    },
    [i18n, queryClient],
  );
};
