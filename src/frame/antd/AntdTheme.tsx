import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import inEnglish from 'antd/es/locale/en_US';
import { createContext, createElement, use, useEffect, type ComponentType, type ReactNode } from 'react';
import { loadAntdLocale } from '@/providers/i18n/antdLocale';
import { languageStore } from '@/providers/i18n/languageStore';
import type { Language } from '@/providers/i18n/i18n';
import { createStore, useStore } from '@/state/createStore';
import { antdTheme, type Ground } from '@/theme/antdTheme';
import { design } from '@/theme/design';
import { groundStore } from '@/theme/groundStore';

const isThemed = createContext(false);
// One object for each ground: a new one would make antd compute its styles again.
const themes = { light: antdTheme('light'), dark: antdTheme('dark') };
const localeStore = createStore<Locale | undefined>(undefined);
let asked: Language | undefined;

/** The texts of antd in the language of the person; those of before until they arrive. */
const useAntdLocale = (): Locale | undefined => {
  const { lang } = useStore(languageStore);
  const locale = useStore(localeStore);
  useEffect(() => {
    if (asked === lang) return;
    asked = lang;
    loadAntdLocale(lang)
      .then((arrived) => {
        if (asked === lang) localeStore.set(arrived);
      })
      .catch(() => {
        asked = undefined; // an error page in English is better than no page
      });
  }, [lang]);
  return locale;
};

interface AntdThemeProps {
  /** The colour scheme; that of the person when absent. */
  readonly ground?: Ground;
  /** The texts; those of the language of the person when absent. */
  readonly locale?: Locale;
  readonly children: ReactNode;
}
const Provide = ({ ground, locale, children }: AntdThemeProps) => {
  const { ground: chosen } = useStore(groundStore);
  const spoken = useAntdLocale();
  // Without any texts antd has one box less around its children, and drawing them again would lose what was typed.
  const texts = locale ?? spoken ?? inEnglish;
  return (
    <isThemed.Provider value>
      <ConfigProvider prefixCls={design.prefix} theme={themes[ground ?? chosen]} wave={{ disabled: true }} locale={texts}>
        {children}
      </ConfigProvider>
    </isThemed.Provider>
  );
};

/** Draws antd's components in the look and the language of the product. It comes with them: screens without any load nothing of antd. */
export const AntdTheme = (props: AntdThemeProps) => (use(isThemed) ? props.children : <Provide {...props} />);

/** A component of antd that brings its theme along. */
export const themed =
  <P extends object>(component: ComponentType<P>) =>
  (props: P) => <AntdTheme>{createElement(component, props)}</AntdTheme>;
