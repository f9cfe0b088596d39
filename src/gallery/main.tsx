import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createI18nProvider } from '@/providers/i18n/createI18nProvider';
import { isLanguage } from '@/providers/i18n/i18n';
import { loadAntdLocale } from '@/providers/i18n/antdLocale';
import { antdTheme } from '@/theme/antdTheme';
import { design } from '@/theme/design';
import { Frame, useStory } from './Frame';
import { startWords } from './galleryWords';
import { Stage } from './Stage';
import '@/theme/theme.css';
import '@/layout/shell.css';
import './gallery.css';

const asked = new URLSearchParams(location.search);
const ground = asked.get('theme') === 'dark' ? 'dark' : 'light';
const wanted = asked.get('lang');
const lang = isLanguage(wanted) ? wanted : 'es';
document.documentElement.dataset['theme'] = ground;
document.documentElement.lang = lang;

const root = createRoot(document.getElementById('root')!);
if (asked.has('stage')) {
  const [{ i18n, namespaces }, locale] = await Promise.all([startWords(lang), loadAntdLocale(lang)]);
  const words = createI18nProvider(i18n, lang, namespaces, async () => undefined);
  const theme = antdTheme(ground);
  /** The story of the address, dressed as the product is. */
  const Dressed = () => {
    const story = useStory();
    return (
      <I18nextProvider i18n={i18n}>
        <ConfigProvider prefixCls={design.prefix} theme={theme} locale={locale} wave={{ disabled: true }}>
          <Stage key={story.id} story={story} words={words} density={asked.get('density')} />
        </ConfigProvider>
      </I18nextProvider>
    );
  };
  root.render(<Dressed />);
} else {
  root.render(<Frame />);
}
