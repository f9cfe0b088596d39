import type { Variable } from './Variable';

/** How this installation behaves: tokens, sessions, uploads, search and demo data. */
export const siteVariables = [
  {
    name: 'TOKEN_SUFFIX',
    fallback: '.dorsal',
    meaning: 'Text that clients append to the access token',
    takes: '1 to 64 letters, digits, dots, hyphens, underscores or tildes',
  },
  {
    name: 'TRUST_PROXY',
    fallback: 'false',
    meaning:
      'Proxies whose forwarded headers are trusted: how many, or their addresses; `true` trusts everybody and is refused in production',
    takes: 'true, false, a number of proxies, or addresses separated by commas',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'Lowest severity that is logged',
    takes: 'fatal, error, warn, info, debug, trace or silent',
  },
  { name: 'SENTRY_DSN', otherwise: 'nothing is sent', meaning: 'Where browsers report errors', takes: 'the address of a Sentry project' },
  { name: 'SENTRY_ENVIRONMENT', otherwise: '`NODE_ENV`', meaning: 'Name of this installation in error reports', takes: 'any text' },
  {
    name: 'SESSION_IDLE_SECONDS',
    fallback: '28800',
    meaning: 'Seconds without activity after which a session ends',
    takes: 'a whole number from 1 to 2592000',
  },
  {
    name: 'SESSION_MAX_SECONDS',
    fallback: '86400',
    meaning: 'Seconds after which a session ends in any case',
    takes: 'a whole number from 1 to 2592000',
  },
  {
    name: 'SESSION_POLL_SECONDS',
    fallback: '0',
    meaning: 'Seconds after which pages read their session again; 0 reads it only when the page gets the focus',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'SESSION_POLL_OFFLINE',
    fallback: 'false',
    meaning: 'Whether pages also read it while the browser is offline',
    takes: 'true or false',
  },
  {
    name: 'COOKIE_SUFFIX',
    otherwise: 'none',
    meaning:
      'Text at the end of the names of our cookies, where several installations share a host name: browsers keep cookies of all its ports together',
    takes: '1 to 32 letters, digits, dots, hyphens or underscores',
  },
  {
    name: 'LEFTOVER_COOKIES',
    otherwise: 'none',
    meaning: 'Cookies of an older sign-in scheme, which pages remove before they lead to the sign-in',
    takes: 'cookie names separated by commas',
  },
  {
    name: 'NODE_ENV',
    fallback: 'development',
    meaning: '`production` refuses demo accounts and asks for a secret',
    takes: 'production, development or test',
  },
  {
    name: 'UPLOAD_FILE_MAX_BYTES',
    fallback: '20971520',
    meaning: 'Largest document or table that people may upload',
    takes: 'a whole number from 1024 to 104857600',
  },
  {
    name: 'UPLOAD_MAX_BYTES',
    fallback: '2097152',
    meaning: 'Largest picture that people may upload',
    takes: 'a whole number from 1024 to 104857600',
  },
  {
    name: 'SEARCH_HOST',
    otherwise: 'this server',
    meaning: 'Host that the search client queries',
    takes: 'an origin such as https://search.example.com',
  },
  { name: 'SEARCH_APP_ID', fallback: 'dorsal', meaning: 'Public application id of the search client', takes: '1 to 64 letters and digits' },
  {
    name: 'SEARCH_KEY',
    fallback: 'public',
    meaning: 'Public key of the search client',
    takes: '1 to 128 letters, digits, hyphens or underscores',
  },
  {
    name: 'EXPIRE_SECONDS',
    fallback: '60',
    meaning:
      'Pause between two checks for holds that have expired, and for other work of the server such as looking for duplicate athletes; 0 leaves holds held, and does the other work every night',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'DEMO',
    fallback: 'auto',
    meaning: 'Demo data: `auto` fills an empty embedded database outside production; `on` an empty PostgreSQL too',
    takes: 'auto or off, and on outside production',
  },
  {
    name: 'DEMO_INSCRIPTIONS',
    fallback: '60000',
    meaning: 'Inscriptions that the demo data has',
    takes: 'a whole number from 1000 to 1000000',
  },
] as const satisfies readonly Variable[];
