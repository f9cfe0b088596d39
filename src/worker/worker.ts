import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

/** What the desk and the doors need to start, with a revision where the name has none; written by the build. */
declare const keptFiles: { url: string; revision: string | null }[];

const patienceMs = 4000;
/** Pages that the server writes itself. */
const serverPages = [/^\/(api|v2|sign|claim|e|s|site|verify|docs|locales|assets|uploads|results)(\/|$)/, /\.[a-z\d]+$/];
const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** The page of the server while it answers; otherwise the one whose parts are on this device. */
const pageOf = async (request: Request): Promise<Response> => {
  const kept = async (): Promise<Response> => (await matchPrecache('/index.html')) ?? Response.error();
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) });
    return isAway(answer) ? await kept() : answer;
  } catch {
    return kept();
  }
};

clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(keptFiles, { directoryIndex: '', cleanURLs: false });
registerRoute(new NavigationRoute(async ({ request }) => pageOf(request), { denylist: serverPages }));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname === '/config.js' || url.pathname.startsWith('/locales/')),
  new NetworkFirst({ cacheName: 'texts', networkTimeoutSeconds: patienceMs / 1000 }),
);
