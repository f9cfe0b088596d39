import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Input } from '@/frame/antd/Input';
import { Modal } from '@/frame/Modal';
import { languageStore } from '@/providers/i18n/languageStore';

const texts = vi.hoisted(() => {
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrive: () => arrive(), arrived };
});
vi.mock('@/providers/i18n/antdLocale', async (original) => {
  const { loadAntdLocale } = await original<typeof import('@/providers/i18n/antdLocale')>();
  return {
    loadAntdLocale: async (...asked: Parameters<typeof loadAntdLocale>) => {
      await texts.arrived;
      return loadAntdLocale(...asked);
    },
  };
});
beforeEach(() => languageStore.set({ lang: 'es' }));

test('what is typed stays in its field when the texts of antd arrive late', async () => {
  render(
    <>
      <Input aria-label="Nombre" />
      <Modal title="Salida" onClose={() => undefined} />
    </>,
  );
  const box = screen.getByLabelText('Nombre');
  fireEvent.change(box, { target: { value: 'Ana' } }); // the dialog has the focus
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  await act(async () => texts.arrive());
  expect(await screen.findByRole('button', { name: 'Cancelar' }), 'in the language of the person').toBeTruthy();
  expect(screen.getByLabelText('Nombre'), 'the same field, and no new one').toBe(box);
  expect(box).toHaveProperty('value', 'Ana');
});
