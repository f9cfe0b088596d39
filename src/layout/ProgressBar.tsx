import { useNavigation } from 'react-router';

/** The thin bar at the top while a page is loading. No spinner, half a second, eased. */
export const ProgressBar = () => {
  const { state } = useNavigation();
  return <div className="asd-progress" data-moving={state !== 'idle' || undefined} aria-hidden="true" />;
};
