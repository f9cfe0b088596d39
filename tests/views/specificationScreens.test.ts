import type { i18n as I18n } from 'i18next';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { createRoutes } from '@/layout/createRoutes';
import { registry } from '@/resources';
import { addressesOf, addressesOfServer } from '../../scripts/lib/specification/addressesOf';

const flatten = (routes: readonly RouteObject[], base = ''): readonly string[] =>
  routes.flatMap(({ path = '', children }) => {
    const own = path.startsWith('/') ? path.replace(/\/$/, '') : path ? `${base}/${path}` : base;
    return children ? flatten(children, own) : own && own !== '/*' ? [own] : [];
  });

test('the addresses that the specification table may name are those of the router', () => {
  const routed = new Set(flatten(createRoutes({} as I18n, registry)));
  const elsewhere = new Set(['/followup/:token', '/locales/:lng/:ns.json', ...addressesOfServer]);
  expect([...addressesOf(registry)].filter((address) => !elsewhere.has(address)).sort()).toEqual([...routed].sort());
});
