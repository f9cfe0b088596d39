import type { AnyResource } from '@/schema';
import { CopyButton } from '@/views/CopyButton';
import { useRegistry } from '../../fields/kit/AppContext';
import type { Parent, Views } from '../../fields/kit/contracts';
import { useWords } from '../../fields/kit/useWords';
import { MadeRecord } from './MadeRecord';
import { OutcomeReport } from './OutcomeReport';
import { onlyId, type ActionOutcome, type Order } from './runAction';
import type { Step } from './useActionDialog';

/** An address that is said once: whole, to be copied. */
const Revealed = ({ order: { resource, name, action }, result }: { readonly order: Order; readonly result: unknown }) => {
  const { t } = useWords();
  const path = (result as Readonly<Record<string, unknown>> | undefined)?.[action.reveals ?? ''];
  if (typeof path !== 'string') return null;
  const address = `${location.origin}${path}`;
  return (
    <div className="outcome-revealed">
      <p>{t(`${resource.name}.reveals.${name}`)}</p>
      <code>{address}</code>
      <CopyButton text={address} />
    </div>
  );
};

/** What an action means, in numbers: its own words, or those for everything dangerous. */
const Consequence = ({
  order: { resource, name, action },
  ok,
  result,
}: {
  readonly order: Order;
  readonly ok: number;
  readonly result: unknown;
}) => {
  const { t, maybe } = useWords();
  const params = { ...(typeof result === 'object' && result !== null ? result : {}), count: ok };
  const words = maybe(`${resource.name}.consequences.${name}`, params) ?? (action.danger ? t('action.consequence', params) : undefined);
  return words === undefined ? null : (
    <p className="outcome-consequence" data-calm={action.danger ? undefined : ''}>
      {words}
    </p>
  );
};

interface ActionAnswerProps {
  readonly order: Order;
  readonly step: Step;
  readonly outcome: ActionOutcome;
  /** What the resource draws of the answer itself. */
  readonly Answer: NonNullable<Views<AnyResource>['outcomes']>[string] | undefined;
  readonly parent: Parent | undefined;
  readonly onClose: () => void;
}
/** The key of the record that an action made, where it makes one. */
const madeBy = (makes: AnyResource | undefined, outcome: ActionOutcome): unknown =>
  makes && (outcome.result as Readonly<Record<string, unknown>> | undefined)?.[makes.key];

/** What a done action answered: an address, the resource's own drawing, the record that was made, or the report. */
const Done = ({ order, outcome, Answer, parent, onClose }: Omit<ActionAnswerProps, 'step'>) => {
  const { resource, action } = order;
  const makes = useRegistry().find(action.makes ?? '');
  const made = madeBy(makes, outcome);
  return (
    <>
      {action.reveals ? <Revealed order={order} result={outcome.result} /> : null}
      {Answer ? <Answer resource={resource} result={outcome.result} /> : null}
      {makes && typeof made === 'number' ? (
        <MadeRecord resource={makes} id={made} parent={makes === resource ? parent : undefined} onFollow={onClose} />
      ) : null}
      {action.reveals || Answer || made ? null : (
        <OutcomeReport resource={resource} outcome={outcome} isDone isOne={onlyId(order) !== undefined} makes={makes !== undefined} />
      )}
    </>
  );
};

/** What a rehearsal found, and what it would mean. */
const Rehearsed = ({ order, outcome }: Pick<ActionAnswerProps, 'order' | 'outcome'>) => {
  const { t } = useWords();
  const { resource, action } = order;
  const makes = useRegistry().find(action.makes ?? '') !== undefined;
  return (
    <>
      <OutcomeReport resource={resource} outcome={outcome} isDone={false} isOne={onlyId(order) !== undefined} makes={makes} />
      {outcome.ok === 0 ? <p>{t('action.nothing')}</p> : <Consequence order={order} ok={outcome.ok} result={outcome.result} />}
    </>
  );
};

/** What an action, or its rehearsal, came to. */
export const ActionAnswer = ({ step, ...answered }: ActionAnswerProps) =>
  step === 'done' ? <Done {...answered} /> : step === 'rehearsed' ? <Rehearsed {...answered} /> : null;
