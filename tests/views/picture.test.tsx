import { render } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as f from '@/fields';
import { uiOf } from '@/fields/kit/fieldUi';

const address = 'https://pictures.example.com/logo.png';
test('the host of an outside picture does not learn which page shows it', () => {
  const { Cell, Show } = uiOf(f.image());
  const given = {
    value: address,
    field: f.image(),
    place: { resource: 'sponsors', name: 'logo' },
    row: {},
    words: { t: (key: string) => key, locale: 'es' as const },
  };
  const { container } = render(
    <>
      {Cell?.(given)}
      {Show ? <Show {...given} /> : null}
    </>,
  );
  const pictures = [...container.querySelectorAll('img')].map((each) => [each.getAttribute('src'), each.getAttribute('referrerpolicy')]);
  expect(pictures).toEqual([
    [address, 'no-referrer'],
    [address, 'no-referrer'],
  ]);
});

test('every picture that the product and its examples draw is such a one', () => {
  const pictures = ['src', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/<img\b[^]*?\/>/g)].map(([tag]) => `${file}: ${tag}`)),
  );
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter((tag) => !tag.includes('referrerPolicy="no-referrer"'))).toEqual([]);
});
