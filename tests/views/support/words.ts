import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import type { I18nProvider } from '@refinedev/core';

const file = (name: string): Record<string, unknown> => JSON.parse(readFileSync(`locales/es/${name}.json`, 'utf8')) as Record<string, unknown>;
const races = {
  races: 'Carreras', singular: 'Carrera', titles: { list: 'Carreras', create: 'Nueva carrera', edit: 'Editar carrera', show: 'Carrera' },
  fields: { name: 'Nombre', slug: 'Dirección', city: 'Ciudad', kind: 'Tipo', price_cents: 'Precio', starts_at: 'Inicio', ends_at: 'Fin', sponsorid: 'Patrocinador', managerid: 'Contacto', legs: 'Tramos', phone: 'Teléfono', budget_cents: 'Presupuesto', status: 'Estado', sold_count: 'Vendidos' },
  choices: { kind: { paid: 'De paga', free: 'Gratis' }, status: { open: 'Abierta', paused: 'En pausa' } },
  sections: { basics: 'Básicos', offer: 'Oferta', people: 'Personas', route: 'Ruta' },
  rules: { endsAfterStart: 'Termina antes de empezar' }, help: { city: 'La sede' },
  actions: { pause: 'Pausar', rename: 'Mudar' }, inputs: { rename: { city: 'Nueva ciudad', loud: 'Avisar' } }, consequences: { pause: 'Pausa {{count}} carreras' },
};
const resources = {
  form: file('form'), show: file('show'), action: file('action'), races,
  legs: { legs: 'Tramos', singular: 'Tramo', fields: { name: 'Nombre del tramo', price_cents: 'Precio del tramo' } },
  sponsors: { sponsors: 'Patrocinadores', singular: 'Patrocinador' }, managers: { managers: 'Contactos' },
  validation: { required: 'Falta este dato', tooLong: 'Máximo {{max}} caracteres', type: 'No es un valor válido', phone: 'Teléfono inválido', slug: 'Dirección inválida' },
  common: { fields: { created: 'Creado', updated: 'Actualizado' } }, list: { values: { yes: 'Sí', no: 'No' } },
};

const words = i18next.createInstance();
await words.init({ lng: 'es', ns: Object.keys(resources), resources: { es: resources } });

/** The translation provider of the tests: Spanish, the first segment of a key is its namespace. */
export const i18nProvider: I18nProvider = {
  translate: (key, options, fallback) => {
    const [ns, ...rest] = key.split('.');
    const isText = typeof options === 'string';
    const defaultValue = isText ? options : fallback;
    return words.t(rest.join('.'), { ...(isText ? {} : (options as object)), ns: ns!, ...(defaultValue !== undefined && { defaultValue }) });
  },
  changeLocale: async () => undefined,
  getLocale: () => 'es',
};
