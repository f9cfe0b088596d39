import { useOne } from '@refinedev/core';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { pathOf, type AnyField, type AnyResource, actionOf } from '@/schema';
import { CopyButton } from '@/views/CopyButton';
import type { ActionTarget, Parent } from '../../fields/kit/contracts';
import { FormField } from '../form/FormField';
import { LeaveDialog } from '../form/LeaveDialog';
import { useRegistry } from '../../fields/kit/AppContext';
import { useViews } from '../useViews';
import { useWords } from '../../fields/kit/useWords';
import { Modal } from '../../frame/Modal';
import { contextOf, neighboursOf } from './contextOf';
import { MadeRecord } from './MadeRecord';
import { OutcomeReport } from './OutcomeReport';
import { countOf, onlyId, type Order } from './runAction';
import { RunDialog } from './RunDialog';
import { useActionDialog } from './useActionDialog';
import '../form/form.css';
import './action.css';

type Draft = Readonly<Record<string, unknown>>;
export interface ActionDialogProps {
  readonly resource: AnyResource;
  /** Name of the declared action. */
  readonly action: string;
  readonly target: ActionTarget;
  /** The records of the target that are known here: what they say alike narrows the inputs. */
  readonly rows?: readonly Draft[] | undefined;
  /** The workspace it is opened in: an input of the same name as the field that points to it starts there. */
  readonly parent?: Parent | undefined;
  /** Told whether any record was changed. */
  readonly onClose: (didChange: boolean) => void;
}
interface OrderedProps {
  readonly order: Order;
  /** What the input starts with, where nothing is declared. */
  readonly known: Draft | undefined;
  /** What the target says without being asked; it narrows the inputs and is never sent. */
  readonly context: Draft;
  readonly parent: Parent | undefined;
  readonly onClose: (didChange: boolean) => void;
}

/** An address that is told once: whole, to be copied. */
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

const Waiting = ({ words }: { readonly words: string }) => (
  <div className="outcome-wait" role="status">
    <span className="outcome-bar" aria-hidden="true" />
    {words}
  </div>
);

const OrderedDialog = ({ order, known, context, parent, onClose }: OrderedProps) => {
  const { t, maybe } = useWords();
  const form = useId();
  const { resource, name, action } = order;
  const { step, draft, isTyped, outcome, run, problems, input, rehearses, change, back, close, next } = useActionDialog(
    order,
    known,
    onClose,
  );
  const [isLeaving, setLeaving] = useState(false);
  const Answer = useViews(resource)?.outcomes?.[name];
  const makes = useRegistry().find(action.makes ?? '');
  if (run) return <RunDialog resource={resource} run={run} onClose={onClose} />;
  const count = countOf(order);
  const names = Object.keys(input);
  const loose = problems.filter(({ path }) => !names.includes(pathOf(path)[0]));
  const isBusy = step === 'rehearsing' || step === 'running';
  const isEmpty = step === 'rehearsed' && outcome?.ok === 0;
  const isOne = onlyId(order) !== undefined;
  const made = step === 'done' && makes ? (outcome?.result as Readonly<Record<string, unknown>> | undefined)?.[makes.key] : undefined;
  const submit = (
    <Button
      key="next"
      type="primary"
      htmlType="submit"
      form={form}
      danger={action.danger === true && !(rehearses && step === 'asking')}
      aria-busy={isBusy}
      disabled={isEmpty}
    >
      {t(rehearses && step === 'asking' ? 'action.review' : `${resource.name}.actions.${name}`)}
    </Button>
  );
  const footer =
    step === 'done'
      ? [
          ...(action.reads && names.length > 0
            ? [
                <Button key="back" onClick={back}>
                  {t('action.back')}
                </Button>,
              ]
            : []),
          <Button key="close" type="primary" onClick={close}>
            {t('action.close')}
          </Button>,
        ]
      : [
          ...(step === 'rehearsed' && names.length > 0
            ? [
                <Button key="back" onClick={back}>
                  {t('action.back')}
                </Button>,
              ]
            : []),
          <Button key="cancel" disabled={step === 'running'} onClick={close}>
            {t('action.cancel')}
          </Button>,
          submit,
        ];
  return (
    <Modal
      title={t(`${resource.name}.actions.${name}`)}
      footer={footer}
      width={560}
      isHeld={step === 'running'}
      onClose={() => (isTyped ? setLeaving(true) : close())}
    >
      <form
        id={form}
        className="action-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isBusy) void next();
        }}
      >
        {action.on === 'list' || isOne ? null : <p className="action-target">{t('action.target', { count })}</p>}
        {loose.length > 0 ? (
          <div className="form-summary" role="alert">
            {loose.map(({ text }) => text).join(' ')}
          </div>
        ) : null}
        {step === 'asking' || (step === 'running' && !outcome)
          ? names.map((field) => (
              <FormField
                key={field}
                form={form}
                name={field}
                field={input[field] as AnyField}
                place={{ resource: resource.name, name: `${name}.${field}` }}
                label={t(`${resource.name}.inputs.${name}.${field}`)}
                help={maybe(`${resource.name}.help.${name}.${field}`)}
                draft={{ ...context, ...draft }}
                isLocked={false}
                isChanged={false}
                problems={problems.filter(({ path }) => path.split('.')[0] === field)}
                onChange={change}
              />
            ))
          : null}
        {step === 'rehearsing' ? <Waiting words={t('action.checking')} /> : null}
        {step === 'running' ? <Waiting words={t('action.running')} /> : null}
        {outcome && step === 'done' && action.reveals ? <Revealed order={order} result={outcome.result} /> : null}
        {outcome && step === 'done' && Answer ? <Answer resource={resource} result={outcome.result} /> : null}
        {makes && typeof made === 'number' ? (
          <MadeRecord resource={makes} id={made} parent={makes === resource ? parent : undefined} onFollow={close} />
        ) : null}
        {outcome && !(step === 'done' && (action.reveals || Answer || made)) && (step === 'rehearsed' || step === 'done') ? (
          <OutcomeReport resource={resource} outcome={outcome} isDone={step === 'done'} isOne={isOne} makes={makes !== undefined} />
        ) : null}
        {isEmpty ? <p>{t('action.nothing')}</p> : null}
        {step === 'rehearsed' && outcome && !isEmpty ? <Consequence order={order} ok={outcome.ok} result={outcome.result} /> : null}
      </form>
      <LeaveDialog isOpen={isLeaving} onLeave={close} onStay={() => setLeaving(false)} />
    </Modal>
  );
};

/** Waits for the record whose values the dialog starts with. */
const PrefilledDialog = ({ id, parent, ...props }: Omit<OrderedProps, 'context'> & { readonly id: number }) => {
  const { resource } = props.order;
  const { query } = useOne({
    resource: resource.name,
    id,
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: { retry: false },
  });
  return query.isPending ? null : (
    <OrderedDialog
      {...props}
      parent={parent}
      known={{ ...props.known, ...query.data?.data }}
      context={contextOf(query.data ? [query.data.data] : [], parent)}
    />
  );
};

/** The dialog of an action: asks for its input, rehearses it, says what it would do, runs it and keeps the reasons on screen. */
export const ActionDialog = ({ resource, action: name, target, rows, parent, onClose }: ActionDialogProps) => {
  const action = actionOf(resource, name);
  const order: Order = { resource, name, action, target };
  const id = onlyId(order);
  const reads = [...Object.keys(action.input ?? {}), ...neighboursOf(action)];
  const known = parent && action.on === 'list' ? { [parent.field]: parent.id } : undefined;
  const isPrefilled = id !== undefined && reads.some((field) => resource.all[field]);
  return isPrefilled ? (
    <PrefilledDialog id={id} order={order} known={known} parent={parent} onClose={onClose} />
  ) : (
    <OrderedDialog order={order} known={known} context={contextOf(rows ?? [], parent)} parent={parent} onClose={onClose} />
  );
};
