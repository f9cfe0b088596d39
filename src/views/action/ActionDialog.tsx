import { useOne } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import { useId, useState, type FormEvent } from 'react';
import { actionOf, pathOf, type AnyField, type AnyResource } from '@/schema';
import type { ActionTarget, Parent } from '../../fields/kit/contracts';
import { FormField } from '../form/FormField';
import { LeaveDialog } from '../form/LeaveDialog';
import { useRegistry } from '../../fields/kit/AppContext';
import { useWords } from '../../fields/kit/useWords';
import { Modal } from '../../frame/Modal';
import { useViews } from '../useViews';
import { ActionAnswer } from './ActionAnswer';
import { contextOf, neighboursOf } from './contextOf';
import { countOf, onlyId, type Order } from './runAction';
import { headingOf } from '../heading/headingOf';
import { RecordHeader } from '../heading/RecordHeader';
import { RunDialog } from './RunDialog';
import { useActionDialog, type Step } from './useActionDialog';
import { useFirstFocus } from './useFirstFocus';
import '../form/form.css';
import './action.css';

type Draft = Readonly<Record<string, unknown>>;
export interface ActionDialogProps {
  readonly resource: AnyResource;
  /** Name of the declared action. */
  readonly action: string;
  readonly target: ActionTarget;
  /** The known records of the target: their common values limit the choices of the inputs. */
  readonly rows?: readonly Draft[] | undefined;
  /** The workspace of the dialog: an input with the same name as the field that refers to it starts with its record. */
  readonly parent?: Parent | undefined;
  /** Called with whether any record was changed. */
  readonly onClose: (didChange: boolean) => void;
}
interface InputsProps {
  readonly order: Order;
  /** The id of the form. */
  readonly form: string;
  readonly life: ReturnType<typeof useActionDialog>;
  /** The known values of the target; they limit the inputs and are never sent. */
  readonly context: Draft;
}
interface OrderedProps {
  readonly order: Order;
  /** The initial value of the input, if nothing is declared. */
  readonly known: Draft | undefined;
  /** The known values of the target; they limit the inputs and are never sent. */
  readonly context: Draft;
  readonly parent: Parent | undefined;
  /** The record, for an action on exactly one that can be read. */
  readonly one?: Draft | undefined;
  readonly onClose: (didChange: boolean) => void;
}

const isBusy = (step: Step): boolean => step === 'rehearsing' || step === 'running';

const Waiting = ({ words }: { readonly words: string }) => (
  <div className="outcome-wait" role="status">
    <span className="outcome-bar" aria-hidden="true" />
    {words}
  </div>
);

const Inputs = ({ order: { resource, name }, form, life, context, one }: InputsProps & { readonly one: Draft | undefined }) => {
  const { t, maybe } = useWords();
  const { draft, problems, input, change } = life;
  const own = useViews(resource)?.asks?.[name];
  const about = own ? Object.fromEntries(Object.entries(one ?? {}).filter(([field]) => !Object.hasOwn(input, field))) : {};
  return Object.keys(input).map((field) => (
    <FormField
      key={field}
      form={form}
      name={field}
      field={input[field] as AnyField}
      place={{ resource: resource.name, name: `${name}.${field}` }}
      label={t(`${resource.name}.inputs.${name}.${field}`)}
      help={maybe(`${resource.name}.help.${name}.${field}`)}
      draft={{ ...about, ...context, ...draft }}
      isLocked={false}
      isChanged={false}
      problems={problems.filter(({ path }) => path.split('.')[0] === field)}
      onChange={change}
      Input={own?.[field]}
    />
  ));
};

/** The buttons of the dialog: back to the input, close, and the next step. */
const Footer = ({ order: { resource, name, action }, form, life }: Omit<InputsProps, 'context'>) => {
  const { t } = useWords();
  const { step, outcome, input, rehearses, back, close } = life;
  const asks = Object.keys(input).length > 0;
  const isFirst = rehearses && step === 'asking';
  const mayGoBack = asks && (step === 'rehearsed' || (step === 'done' && action.reads));
  const goBack = mayGoBack ? <Button onClick={back}>{t('action.back')}</Button> : null;
  if (step === 'done')
    return (
      <>
        {goBack}
        <Button type="primary" onClick={close}>
          {t('action.close')}
        </Button>
      </>
    );
  return (
    <>
      {goBack}
      <Button disabled={step === 'running'} onClick={close}>
        {t('action.cancel')}
      </Button>
      <Button
        type="primary"
        htmlType="submit"
        form={form}
        danger={action.danger === true && !isFirst}
        aria-busy={isBusy(step)}
        aria-disabled={isBusy(step)} // it keeps the focus, and a press has no effect until what follows is on screen
        disabled={step === 'rehearsed' && outcome?.ok === 0}
      >
        {t(isFirst ? 'action.review' : `${resource.name}.actions.${name}`)}
      </Button>
    </>
  );
};

/** The one record of an action: who it is, as its page says. */
const OneTarget = ({ resource, row }: { readonly resource: AnyResource; readonly row: Draft }) => (
  <div className="action-target">
    <b>{headingOf(resource, row, useWords())}</b>
    <RecordHeader resource={resource} row={row} isBrief />
  </div>
);

interface FormProps extends InputsProps {
  readonly parent: Parent | undefined;
  readonly one: Draft | undefined;
}
const ActionForm = ({ order, form, life, context, parent, one }: FormProps) => {
  const { t } = useWords();
  const root = useFirstFocus();
  const Answer = useViews(order.resource)?.outcomes?.[order.name];
  const { step, outcome, problems, input, close, next } = life;
  const loose = problems.filter(({ path }) => !Object.hasOwn(input, pathOf(path)[0]));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!isBusy(step)) void next();
  };
  return (
    <form ref={root} id={form} className="action-form" noValidate onSubmit={submit}>
      {order.action.on === 'list' || onlyId(order) !== undefined ? null : (
        <p className="action-target">{t('action.target', { count: countOf(order) })}</p>
      )}
      {one ? <OneTarget resource={order.resource} row={one} /> : null}
      {loose.length > 0 ? (
        <div className="form-summary" role="alert">
          {loose.map(({ text }) => text).join(' ')}
        </div>
      ) : null}
      {step === 'asking' || (step === 'running' && !outcome) ? (
        <Inputs order={order} form={form} life={life} context={context} one={one} />
      ) : null}
      {step === 'rehearsing' ? <Waiting words={t('action.checking')} /> : null}
      {step === 'running' ? <Waiting words={t('action.running')} /> : null}
      {outcome ? <ActionAnswer order={order} step={step} outcome={outcome} Answer={Answer} parent={parent} onClose={close} /> : null}
    </form>
  );
};

const OrderedDialog = ({ order, known, context, parent, one, onClose }: OrderedProps) => {
  const { t } = useWords();
  const form = useId();
  const { resource, name } = order;
  const life = useActionDialog(order, known, one, onClose);
  const [isLeaving, setLeaving] = useState(false);
  const registry = useRegistry();
  if (life.run) return <RunDialog resource={registry.get(life.run.resource ?? resource.name)} run={life.run} onClose={onClose} />;
  return (
    <Modal
      title={t(`${resource.name}.actions.${name}`)}
      footer={<Footer order={order} form={form} life={life} />}
      width={560}
      isHeld={life.step === 'running'}
      onClose={() => (life.isTyped ? setLeaving(true) : life.close())}
    >
      <ActionForm order={order} form={form} life={life} context={context} parent={parent} one={one} />
      <LeaveDialog isOpen={isLeaving} onLeave={life.close} onStay={() => setLeaving(false)} />
    </Modal>
  );
};

interface OneProps extends Omit<OrderedProps, 'context' | 'one'> {
  readonly id: number;
  /** Whether the dialog starts with values of the record and waits for it. */
  readonly isPrefilled: boolean;
}
/** The dialog of an action on one record, which it reads to say which one that is. */
const DialogOfOne = ({ id, isPrefilled, known, ...props }: OneProps) => {
  const { resource } = props.order;
  const { query } = useOne({
    resource: resource.name,
    id,
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: { retry: false },
  });
  const row: Draft | undefined = query.data?.data;
  if (isPrefilled && query.isPending) return null;
  const start = isPrefilled ? { known: { ...known, ...row }, context: contextOf(row ? [row] : [], props.parent) } : { known, context: {} };
  return <OrderedDialog {...props} {...start} one={row} />;
};

/** The dialog of an action: asks for its input, rehearses it, shows the consequences, runs it and keeps the reasons on screen. */
export const ActionDialog = ({ resource, action: name, target, rows, parent, onClose }: ActionDialogProps) => {
  const action = actionOf(resource, name);
  const order: Order = { resource, name, action, target };
  const id = onlyId(order);
  const reads = [...Object.keys(action.input ?? {}), ...neighboursOf(action)];
  const known = parent && action.on === 'list' ? { [parent.field]: parent.id } : undefined;
  const shared = { order, known, parent, onClose };
  return id === undefined ? (
    <OrderedDialog {...shared} context={contextOf(rows ?? [], parent)} />
  ) : (
    <DialogOfOne {...shared} id={id} isPrefilled={reads.some((field) => resource.all[field])} />
  );
};
