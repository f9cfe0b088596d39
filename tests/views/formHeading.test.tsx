import '@testing-library/jest-dom/vitest';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { languageStore } from '@/providers/i18n/languageStore';
import './support/mount';
import { grantsWith, open } from './support/product';

beforeEach(() => act(() => languageStore.set({ lang: 'es' })));

test('a field that is called title is reached by its label, next to the heading of its form', async () => {
  await open('/convocatories/create', { grants: grantsWith(['convocatory', 'events']) });
  expect(await screen.findByLabelText(/^Título/)).toHaveProperty('tagName', 'INPUT');
  expect(screen.getByRole('form')).toHaveAccessibleName(screen.getByRole('heading', { level: 1 }).textContent!);
});
