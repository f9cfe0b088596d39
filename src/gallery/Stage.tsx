import { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { createMemoryRouter, Outlet, useParams, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { I18nProvider } from '@refinedev/core';
import { ErrorBoundary } from '@/layout/ErrorBoundary';
import { notificationProvider } from '@/providers/notification/toaster';
import { permissionKeys, platforms, noGrants, type AnyResource, type Grants } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { ListView } from '@/views/list/ListView';
import { ShowView } from '@/views/show/ShowView';
import { FixtureRoot } from './FixtureRoot';
import { galleryRegistry, storedRows } from './fixture/specimens';
import { history } from './fixture/history';
import { hands } from './hands';
import { memoryServer } from './memoryServer';
import type { Story } from './story';

/** A person with all permissions, apart from the key that hides data from its holders. */
const everyKey: Grants = {
  ...noGrants(7),
  organizationid: 3,
  is_platform: true,
  regions: ['national'],
  platforms: [...platforms],
  keys: Object.fromEntries(permissionKeys.filter((key) => key !== 'reports-wo-contact-info').map((key) => [key, 'edit'])),
};

const WithId = ({ resource, edits = false }: { readonly resource: AnyResource; readonly edits?: boolean }) => {
  const id = Number(useParams()['id']);
  return edits ? <FormView resource={resource} id={id} /> : <ShowView resource={resource} id={id} />;
};
const screensOf = (resource: AnyResource): RouteObject[] => [
  { path: resource.name, element: <ListView resource={resource} /> },
  { path: `${resource.name}/create`, element: <FormView resource={resource} /> },
  { path: `${resource.name}/:id`, element: <WithId resource={resource} /> },
  { path: `${resource.name}/:id/edit`, element: <WithId resource={resource} edits /> },
];
const open = ({ at = '/', draw, prepare, grants = everyKey, density }: Story, words: I18nProvider, asked: string | null) => {
  localStorage.setItem('dorsal.density', density ?? asked ?? 'normal'); // a table reads it when it is first drawn
  const server = memoryServer(galleryRegistry, storedRows());
  prepare?.(server);
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });
  const root = (
    <FixtureRoot
      provider={server.provider}
      registry={galleryRegistry}
      grants={grants}
      words={words}
      queries={queries}
      notices={notificationProvider}
      audit={history}
    >
      <Outlet />
    </FixtureRoot>
  );
  return createMemoryRouter(
    [
      {
        path: '/',
        element: root,
        children: [
          ...galleryRegistry.all.flatMap(screensOf),
          { index: true, element: draw?.() ?? null },
          { path: '*', element: <p>404</p> },
        ],
      },
    ],
    { initialEntries: [at] },
  );
};
/** Brings the story into its state, then marks the page as ready; tests wait for that mark. */
const perform = async ({ play, isBusy }: Story): Promise<string> => {
  try {
    await play?.(hands);
    if (isBusy) return 'busy';
    await hands.settled();
    return 'ready';
  } catch (error) {
    console.error(error);
    return 'broken';
  }
};

/** One story, alone on the page. */
export const Stage = ({
  story,
  words,
  density,
}: {
  readonly story: Story;
  readonly words: I18nProvider;
  readonly density: string | null;
}) => {
  const router = useMemo(() => open(story, words, density), [story, words, density]);
  useEffect(() => {
    let isShown = true;
    const { dataset } = document.documentElement;
    dataset['story'] = 'playing';
    void perform(story).then((state) => {
      if (isShown) dataset['story'] = `${state}:${story.id}`;
    });
    return () => {
      isShown = false;
    };
  }, [story]);
  const isPage = story.id === 'frame/loading screen'; // it has its own main part
  const Frame = isPage ? 'div' : 'main';
  return (
    <Frame id="stage" className="gallery-stage">
      <ErrorBoundary key={story.id}>
        <RouterProvider router={router} />
      </ErrorBoundary>
    </Frame>
  );
};
