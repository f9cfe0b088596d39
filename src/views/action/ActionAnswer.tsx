import type { AnyResource } from '@/schema';
import { partOf } from '@/schema/unknown';
import { CopyButton } from '@/views/CopyButton';
import { useRegistry } from '../../fields/kit/AppContext';
import type { Parent, Views } from '../../fields/kit/contracts';
import { useWords } from '../../fields/kit/useWords';
import { useViews } from '../useViews';
import { Consequence } from './Consequence';
import { MadeRecord } from './MadeRecord';
import { OutcomeReport } from './OutcomeReport';
import { onlyId, type ActionOutcome, type Order } from './runAction';
import type { Step } from './useActionDialog';

/** An address that is shown only once, complete and ready to copy. */
const Revealed = ({ order: { resource, name, action }, result }: { readonly order: Order; readonly result: unknown }) => {
  const { t } = useWords();
  const path = partOf(result, action.reveals ?? '');
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

interface ActionAnswerProps {
  readonly order: Order;
  readonly step: Step;
  readonly outcome: ActionOutcome;
  /** The resource's own drawing of the answer. */
  readonly Answer: NonNullable<Views<AnyResource>['outcomes']>[string] | undefined;
  readonly parent: Parent | undefined;
  readonly onClose: () => void;
}
/** The key of the record that an action created, if it did. */
const madeBy = (makes: AnyResource | undefined, outcome: ActionOutcome): unknown => makes && partOf(outcome.result, makes.key);

/** The answer of a finished action: an address, the resource's own drawing, the created record, or the report. */
const Done = ({ order, outcome, Answer, parent, onClose }: Omit<ActionAnswerProps, 'step'>) => {
  const { resource, action } = order;
  const makes = useRegistry().find(action.makes ?? '');
  const made = madeBy(makes, outcome);
  return (
    <>
      {action.reveals ? <Revealed order={order} result={outcome.result} /> : null}
      {Answer ? <Answer resource={resource} result={outcome.result} onFollow={onClose} /> : null}
      {makes && typeof made === 'number' ? (
        <MadeRecord resource={makes} id={made} parent={makes === resource ? parent : undefined} onFollow={onClose} />
      ) : null}
      {action.reveals || Answer || made ? null : (
        <OutcomeReport resource={resource} outcome={outcome} isDone isOne={onlyId(order) !== undefined} makes={makes !== undefined} />
      )}
    </>
  );
};

/** The result of a rehearsal, and its consequences. */
const Rehearsed = ({ order, outcome }: Pick<ActionAnswerProps, 'order' | 'outcome'>) => {
  const { t } = useWords();
  const { resource, action } = order;
  const makes = useRegistry().find(action.makes ?? '') !== undefined;
  const Own = useViews(resource)?.consequences?.[order.name];
  return (
    <>
      <OutcomeReport resource={resource} outcome={outcome} isDone={false} isOne={onlyId(order) !== undefined} makes={makes} />
      {outcome.ok === 0 ? (
        <p>{t('action.nothing')}</p>
      ) : Own && outcome.result !== undefined ? (
        <Own result={outcome.result} />
      ) : (
        <Consequence {...order} ok={outcome.ok} result={outcome.result} />
      )}
    </>
  );
};

/** The result of an action, or of its rehearsal. */
export const ActionAnswer = ({ step, ...answered }: ActionAnswerProps) =>
  step === 'done' ? <Done {...answered} /> : step === 'rehearsed' ? <Rehearsed {...answered} /> : null;
