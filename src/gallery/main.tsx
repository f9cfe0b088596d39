import '@ant-design/v5-patch-for-react-19';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { AntdTheme } from '@/frame/antd/AntdTheme';
import { createI18nProvider } from '@/providers/i18n/createI18nProvider';
import { isLanguage } from '@/providers/i18n/i18n';
import { loadAntdLocale } from '@/providers/i18n/antdLocale';
import { must } from '@/schema/must';
import { Frame, useStory } from './Frame';
import { startWords } from './galleryWords';
import { Stage } from './Stage';
import '@/theme/theme.css';
import '@/layout/shell.css';
import './gallery.css';

const asked = new URLSearchParams(location.search);
const wanted = asked.get('lang');
const lang = isLanguage(wanted) ? wanted : 'es';
const { dataset } = document.documentElement;
dataset['theme'] = asked.get('theme') === 'dark' ? 'dark' : 'light';
document.documentElement.lang = lang;

/** The colour scheme of the page, which may change while a story is shown. */
const useGround = () =>
  useSyncExternalStore(
    (notify) => {
      const observer = new MutationObserver(notify);
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
      return () => observer.disconnect();
    },
    () => (dataset['theme'] === 'dark' ? 'dark' : 'light'),
  );

const root = createRoot(must(document.getElementById('root'), '#root'));
if (asked.has('stage')) {
  const [{ i18n, namespaces }, locale] = await Promise.all([startWords(lang), loadAntdLocale(lang)]);
  const words = createI18nProvider(i18n, lang, namespaces, async () => undefined);
  /** The story in the URL, with the theme of the product. */
  const Dressed = () => {
    const story = useStory();
    const ground = useGround();
    return (
      <I18nextProvider i18n={i18n}>
        <AntdTheme ground={ground} locale={locale}>
          <Stage key={story.id} story={story} words={words} density={asked.get('density')} />
        </AntdTheme>
      </I18nextProvider>
    );
  };
  root.render(<Dressed />);
} else {
  root.render(<Frame />);
}
