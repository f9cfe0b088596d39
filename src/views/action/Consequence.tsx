import { useWords } from '../../fields/kit/useWords';
import type { Order } from './runAction';

interface ConsequenceProps extends Omit<Order, 'target'> {
  readonly ok: number;
  readonly result?: unknown;
}
/** What an action means, in numbers: its own words, or those for everything dangerous. */
export const Consequence = ({ resource, name, action, ok, result }: ConsequenceProps) => {
  const { t, maybe } = useWords();
  const params = { ...(typeof result === 'object' && result !== null ? result : {}), count: ok };
  const words = maybe(`${resource.name}.consequences.${name}`, params) ?? (action.danger ? t('action.consequence', params) : undefined);
  return words === undefined ? null : (
    <p className="outcome-consequence" data-calm={action.danger ? undefined : ''}>
      {words}
    </p>
  );
};
