import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { decisionsIn } from '../../scripts/docs/decisions';
import { resolveLink } from './links';

const root = fileURLToPath(new URL('../..', import.meta.url));
const namesIn = (folder: string): readonly string[] =>
  readdirSync(`${root}/docs/reference/${folder}`)
    .map((file) => file.replace(/\.md$/, ''))
    .sort((one, other) => one.localeCompare(other));
const item = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });

const english: DefaultTheme.SidebarItem[] = [
  {
    text: 'Get started',
    items: [
      item('Start', '/start'),
      item('Concepts', '/concepts'),
      item('The life of a registration', '/reference/registration'),
      item('Glossary', '/glossary'),
    ],
  },
  {
    text: 'Build',
    items: [
      item('Add an area', '/adding-an-area'),
      item('Add an action', '/adding-an-action'),
      item('Add a field type', '/adding-a-field-type'),
      item('Change the database', '/database'),
      item('Test', '/testing'),
      item('Write a plugin', '/plugins'),
      item('Contribute', '/contributing'),
    ],
  },
  {
    text: 'Language',
    items: [
      item('Overview', '/reference/'),
      item('Resource', '/reference/resource'),
      item('Action', '/reference/actions'),
      item('Rule and notice', '/reference/rules'),
      item('Fixed states', '/reference/fixed'),
      item('Index', '/reference/indexes'),
      item('Exclusion', '/reference/exclusions'),
      item('Import', '/reference/imports'),
      item('Options of every field', '/reference/common'),
      {
        text: 'Field types',
        link: '/reference/fields',
        collapsed: true,
        items: namesIn('fields').map((name) => item(name, `/reference/fields/${name}`)),
      },
      item('Operators of filters', '/reference/operators'),
      item('Names of the language', '/reference/names'),
    ],
  },
  {
    text: 'API',
    items: [item('Overview', '/reference/api'), ...namesIn('api').map((name) => item(name, `/reference/api/${name}`))],
  },
  {
    text: 'Run it',
    items: [
      item('Operations', '/operations'),
      item('Configuration', '/reference/configuration'),
      item('Outside systems', '/adapters'),
      item('External sales', '/external-sales'),
      item('Webhooks', '/webhooks'),
      item('Security', '/security'),
      item('Changes', '/changelog'),
    ],
  },
  {
    text: 'Decisions',
    link: '/reference/decisions',
    collapsed: true,
    items: decisionsIn(root).map(({ file, title }) => item(title, `/adr/${file.replace(/\.md$/, '')}`)),
  },
];
const spanish: DefaultTheme.SidebarItem[] = [
  {
    text: 'Empezar',
    items: [item('Inicio', '/es/start'), item('Conceptos', '/es/concepts'), item('La vida de una inscripción', '/es/registration')],
  },
  {
    text: 'En inglés',
    items: [
      item('Agregar un área', '/adding-an-area'),
      item('Referencia del lenguaje', '/reference/'),
      item('API', '/reference/api'),
      item('Operación', '/operations'),
    ],
  },
];

const spanishSearch: DefaultTheme.LocalSearchOptions['translations'] = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
  modal: {
    noResultsText: 'No hay resultados para',
    resetButtonTitle: 'Borrar la búsqueda',
    displayDetails: 'Mostrar la lista detallada',
    footer: { selectText: 'abrir', navigateText: 'moverse', closeText: 'cerrar' },
  },
};

export default defineConfig({
  title: 'Dorsal',
  description: 'Back-office for sports events and race registrations',
  srcExclude: ['specification.md'],
  outDir: '../dist/docs',
  lastUpdated: false,
  // Some pages contain addresses of a server on the reader's machine.
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  head: [
    ['meta', { name: 'referrer', content: 'no-referrer' }],
    ['link', { rel: 'icon', href: 'data:,' }], // the site has no icon, and browsers ask for one otherwise
  ],
  locales: {
    root: { label: 'English', lang: 'en' },
    es: {
      label: 'Español',
      lang: 'es-MX',
      themeConfig: {
        sidebar: spanish,
        nav: [{ text: 'Inicio', link: '/es/start' }],
        outline: { level: [2, 3], label: 'En esta página' },
        docFooter: { prev: 'Anterior', next: 'Siguiente' },
        darkModeSwitchLabel: 'Apariencia',
        sidebarMenuLabel: 'Menú',
        returnToTopLabel: 'Volver arriba',
        langMenuLabel: 'Idioma',
      },
    },
  },
  themeConfig: {
    // Most pages exist in English only, so the menu of languages leads to the start page of the other language.
    i18nRouting: false,
    sidebar: english,
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Language', link: '/reference/' },
      { text: 'API', link: '/reference/api' },
      { text: 'Operations', link: '/operations' },
    ],
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { locales: { es: { translations: spanishSearch } } } },
  },
  markdown: {
    config: (md) => {
      // Pages are also read as files: links to files that the site does not show become plain names.
      md.core.ruler.push('links-to-files', ({ tokens, env }) => {
        const page = String((env as { readonly relativePath?: string }).relativePath ?? '');
        for (const { children } of tokens)
          children?.forEach((token, at) => {
            const href = token.type === 'link_open' ? String(token.attrGet('href')) : '';
            if (href === '' || /^([a-z]+:|#|\/)/.test(href)) return;
            const resolved = resolveLink(page, href);
            if ('page' in resolved) return token.attrSet('href', resolved.page);
            token.tag = 'span';
            token.attrs = [['title', resolved.source]];
            const close = children.slice(at).find(({ type }) => type === 'link_close');
            if (close) close.tag = 'span';
            token.type = 'span_open';
          });
      });
    },
  },
});
