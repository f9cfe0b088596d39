import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import type { I18nProvider } from '@refinedev/core';
import { counted, interpolation } from '@/providers/i18n/interpolation';
import { fixtureWords } from '@/gallery/fixture/words';

const file = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`locales/es/${name}.json`, 'utf8')) as Record<string, unknown>;
const resources = {
  form: file('form'),
  errors: file('errors'),
  show: file('show'),
  action: file('action'),
  menu: file('menu'),
  memberships: file('memberships'),
  promotion_bins: file('promotion_bins'),
  tribike_orders: file('tribike_orders'),
  carousels: file('carousels'),
  inbody_measurements: file('inbody_measurements'),
  carousel_items: file('carousel_items'),
  inscriptions: file('inscriptions'),
  roles: file('roles'),
  profiles: file('profiles'),
  profile_roles: file('profile_roles'),
  tshirt_models: file('tshirt_models'),
  tshirt_stock: file('tshirt_stock'),
  notifications: file('notifications'),
  scan: file('scan'),
  ...fixtureWords.es,
  validation: {
    required: 'Falta este dato',
    tooLong: 'Máximo {{max}} caracteres',
    type: 'No es un valor válido',
    phone: 'Teléfono inválido',
    slug: 'Dirección inválida',
  },
  common: { fields: { created: 'Creado', updated: 'Actualizado' } },
  list: file('list'),
  lists: file('lists'),
};

const words = i18next.createInstance();
await words.use(counted).init({ lng: 'es', interpolation, ns: Object.keys(resources), resources: { es: resources } });

/** The translation provider of the tests: Spanish, the first segment of a key is its namespace. */
export const i18nProvider: I18nProvider = {
  translate: (key, options, fallback) => {
    const [ns, ...rest] = key.split('.');
    const isText = typeof options === 'string';
    const defaultValue = isText ? options : fallback;
    return words.t(rest.join('.'), {
      ...(isText ? {} : (options as object)),
      ns: ns!,
      ...(defaultValue !== undefined && { defaultValue }),
    });
  },
  changeLocale: async () => undefined,
  getLocale: () => 'es',
};
