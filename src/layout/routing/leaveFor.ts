import type { DataRouter } from 'react-router';

const isSettled = ({ state }: DataRouter): boolean =>
  state.navigation.state === 'idle' && [...state.blockers.values()].every((blocker) => blocker.state === 'unblocked');

/** Goes to a path of the app; false when the person was asked about unsaved input and stayed. */
export const leaveFor =
  (router: DataRouter) =>
  async (path: string): Promise<boolean> => {
    await router.navigate(path);
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isSettled(router)) return;
        stop();
        resolve();
      };
      const stop = router.subscribe(look);
      look();
    });
    return router.state.location.pathname === path;
  };
