import '@testing-library/jest-dom/vitest';
import { readFileSync } from 'node:fs';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { ConfigProvider, DatePicker } from 'antd';
import dayjs from 'dayjs';
import i18next from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { busyWith } from '@/layout/busy';
import { CopyButton } from '@/views/CopyButton';
import { Drawer } from '@/frame/Drawer';
import { LoadingScreen } from '@/frame/LoadingScreen';
import { Modal } from '@/frame/Modal';
import { ToastArea } from '@/layout/ToastArea';
import { loadAntdLocale } from '@/providers/i18n/antdLocale';
import { languageStore } from '@/providers/i18n/languageStore';
import { aheadMeta, loadingStates } from '@/providers/loadingState';
import { toast, toastTypes } from '@/providers/notification/toaster';
import { design } from '@/theme/design';
import { scrollTo } from '@/theme/scrollTo';

const words = i18next.createInstance();
const common = (language: string): object => JSON.parse(readFileSync(`locales/${language}/common.json`, 'utf8')) as object;
beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined; // jsdom draws no modal dialogs
  HTMLDialogElement.prototype.close ??= () => undefined;
  await words.use(initReactI18next).init({
    lng: 'es',
    ns: ['common'],
    defaultNS: 'common',
    resources: { es: { common: common('es') }, en: { common: common('en') } },
    react: { useSuspense: false },
  });
});
afterEach(() => vi.restoreAllMocks());
const inProduct = (children: React.ReactNode) =>
  render(
    <I18nextProvider i18n={words}>
      <ConfigProvider prefixCls={design.prefix}>
        {children}
        <ToastArea />
      </ConfigProvider>
    </I18nextProvider>,
  );

describe('toasts', () => {
  test.each(toastTypes)('of type %s show at the top right', async (type) => {
    inProduct(null);
    act(() => toast(type, `aviso ${type}`));
    const notice = (await screen.findByText(`aviso ${type}`)).closest('.asd-notification-notice')!;
    expect(notice.closest('.asd-notification-topRight')).not.toBeNull();
    expect(notice.className.includes(`-notice-${type}`)).toBe(type !== 'default');
  });
  test('are info, success, warning, error and default', () =>
    expect(toastTypes).toEqual(['info', 'success', 'warning', 'error', 'default']));
});

describe('copying to the clipboard', () => {
  test.each([
    ['es', 'Copiar', 'Copied'],
    ['en', 'Copy', 'Copied'],
  ])('says so (%s)', async (language, label, said) => {
    await act(() => words.changeLanguage(language));
    const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    inProduct(<CopyButton text="1a2b3c4d" />);
    await user.click(screen.getByRole('button', { name: label }));
    expect(write).toHaveBeenCalledWith('1a2b3c4d');
    const notice = (await screen.findByText(said)).closest('.asd-notification-notice')!;
    expect(notice.className).toContain('-notice-success');
    await act(() => words.changeLanguage('es'));
  });
  test('says so when the browser refuses', async () => {
    const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    inProduct(<CopyButton text="x" />);
    await user.click(screen.getByRole('button', { name: 'Copiar' }));
    expect(await screen.findByText('Tu navegador no dejó copiar')).toBeInTheDocument();
  });
});

describe('design-system defaults', () => {
  test('the class prefix is asd', () => {
    inProduct(<Modal title="Diálogo" onClose={() => undefined} />);
    expect(document.querySelector('.asd-modal')).not.toBeNull();
    expect(document.querySelector('.ant-modal')).toBeNull();
  });
  test('a dialog closes on Escape and on a press on its overlay', async () => {
    const closed = vi.fn();
    inProduct(<Modal title="Cerrable" onClose={closed} />);
    fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Cerrable' }), { key: 'Escape', keyCode: 27 });
    expect(closed).toHaveBeenCalledTimes(1);
    const wrap = screen.getByRole('dialog', { name: 'Cerrable' }).closest('.asd-modal-wrap')!;
    fireEvent.mouseDown(wrap);
    fireEvent.click(wrap);
    expect(closed).toHaveBeenCalledTimes(2);
  });
  test('a drawer is small by default and closes on Escape and on a press on its overlay, not inside', () => {
    const closed = vi.fn();
    inProduct(
      <Drawer label="Cajón" onClose={closed}>
        <p>contenido</p>
      </Drawer>,
    );
    const drawer = screen.getByLabelText('Cajón');
    expect(drawer).toHaveAttribute('data-size', 'small');
    fireEvent.click(screen.getByText('contenido'));
    expect(closed).not.toHaveBeenCalled();
    fireEvent.click(drawer);
    fireEvent.keyDown(drawer, { key: 'Escape' });
    expect(closed).toHaveBeenCalledTimes(2);
  });
  test.each(['es', 'en'] as const)('the week starts on Monday (%s)', async (language) => {
    const locale = await loadAntdLocale(language);
    const { container } = render(
      <ConfigProvider prefixCls={design.prefix} locale={locale}>
        <DatePicker open defaultValue={dayjs('2026-03-04')} getPopupContainer={(node) => node.parentElement!} />
      </ConfigProvider>,
    );
    expect(dayjs().startOf('week').day()).toBe(1);
    expect(container.querySelector('td[title="2026-03-02"]')?.parentElement?.firstElementChild?.getAttribute('title')).toBe('2026-03-02');
  });
  test('a scroll takes 450 ms', () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    const to = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const at = (now: number): unknown => {
      frames.shift()!(now);
      return to.mock.lastCall?.[1];
    };
    scrollTo(900);
    expect([at(1000), at(1225), at(1450), frames.length]).toEqual([0, 450, 900, 0]);
  });
  test('a scroll is no animation for who wants no motion', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    const to = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    scrollTo(900);
    expect(to.mock.calls).toEqual([[0, 900]]);
  });
});

describe('loading states', () => {
  test.each([
    ['loading', 'Cargando…'],
    ['saving', 'Guardando…'],
    ['deleting', 'Eliminando…'],
    ['updating', 'Actualizando…'],
    ['searching', 'Buscando…'],
  ] as const)('%s says %s', (state, said) => {
    inProduct(<LoadingScreen state={state} />);
    expect(screen.getByRole('status')).toHaveTextContent(said);
  });
  test('are five', () => expect(loadingStates).toEqual(['loading', 'saving', 'deleting', 'updating', 'searching']));
  test('follow what is written, then what is looked for, then what is read', () => {
    const writing = (verb: string) => [{ options: { mutationKey: ['data', verb] } }];
    const list = (search: string, ...asking: readonly object[]) => ({
      queryKey: ['data', 'event', 'events', 'list', { search }],
      observers: asking.map((meta) => ({ options: { meta: { ...meta } } })),
    });
    expect([busyWith([], []), busyWith([], [list('')]), busyWith([], [list(''), list('ana')])]).toEqual([null, 'loading', 'searching']);
    expect(
      [busyWith([], [list('', aheadMeta)]), busyWith([], [list('', aheadMeta), list('ana')]), busyWith([], [list('', {}, aheadMeta)])],
      'what is read ahead keeps nobody waiting',
    ).toEqual([null, 'searching', 'loading']);
    expect(['create', 'update', 'delete', 'customMutation'].map((verb) => busyWith(writing(verb), [list('ana')]))).toEqual([
      'saving',
      'updating',
      'deleting',
      'updating',
    ]);
  });
});

test('global client state is one field, lang, and es by default', () => expect(languageStore.get()).toEqual({ lang: 'es' }));
