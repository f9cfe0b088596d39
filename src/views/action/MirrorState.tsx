import { useEffect, useRef } from 'react';
import { formatInstant } from '@/words/format';
import type { AnyResource } from '@/schema';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { useWords } from '../../fields/kit/useWords';
import { OutcomeTable } from './OutcomeTable';
import { useReread } from './useReread';

interface Left {
  readonly ref: string;
  readonly path: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>> | null;
}
interface State {
  readonly provider: string;
  readonly synced_at: string | null;
  readonly error: string | null;
  readonly left: readonly Left[];
}

/** About the time that the server needs until it has asked the service. */
const soonMs = 5000;

/**
 * The state of the exchange with an outside record service, what it did not accept, and why. The list is read again when the service has
 * answered.
 */
export const MirrorState = ({ resource, result }: { readonly resource: AnyResource; readonly result: unknown }) => {
  const words = useWords();
  const { t, maybe } = words;
  const { provider, synced_at, error, left } = result as State;
  const reread = useRef(useReread());
  useEffect(() => {
    const timer = setTimeout(() => reread.current(), soonMs);
    return () => clearTimeout(timer);
  }, []);
  const reasonOf = ({ path, message, params }: Left): string => {
    const said = maybe(message, params ?? {}) ?? message;
    return Object.hasOwn(resource.fields, path) ? `${fieldLabel(words, resource, path)}: ${said}` : said;
  };
  return (
    <>
      <p className="outcome-consequence" data-calm="" role="status">
        {t('action.mirror.asked')}
      </p>
      <dl className="outcome-state">
        <div>
          <dt>{t('action.mirror.kept')}</dt>
          <dd>{t(provider === 'local' ? 'action.mirror.local' : 'action.mirror.remote')}</dd>
        </div>
        <div>
          <dt>{t('action.mirror.synced')}</dt>
          <dd>{synced_at ? formatInstant(synced_at) : t('action.mirror.never')}</dd>
        </div>
        {error ? (
          <div data-tone="bad">
            <dt>{t('action.mirror.error')}</dt>
            <dd>{error}</dd>
          </div>
        ) : null}
      </dl>
      {left.length === 0 ? null : (
        <>
          <p>{t('action.mirror.left')}</p>
          <OutcomeTable label={t('action.reason')} head={[t('action.record'), t('action.reason')]}>
            {left.map((each) => (
              <tr key={`${each.ref} ${each.message}`} data-tone="bad">
                <td>{each.ref}</td>
                <td>{reasonOf(each)}</td>
              </tr>
            ))}
          </OutcomeTable>
        </>
      )}
    </>
  );
};
