import { useOne } from '@refinedev/core';
import { Button, Modal } from 'antd';
import { useId } from 'react';
import type { Action, AnyField, AnyResource } from '@/schema';
import type { ActionTarget } from '../contracts';
import { FormField } from '../form/FormField';
import { useWords } from '../useWords';
import { OutcomeReport } from './OutcomeReport';
import { countOf, onlyId, type Order } from './runAction';
import { useActionDialog } from './useActionDialog';
import '../form/form.css';
import './action.css';

export interface ActionDialogProps {
  readonly resource: AnyResource;
  /** Name of the declared action. */
  readonly action: string;
  readonly target: ActionTarget;
  readonly onClose: () => void;
}
type Draft = Readonly<Record<string, unknown>>;
interface OrderedProps {
  readonly order: Order;
  readonly record: Draft | undefined;
  readonly onClose: () => void;
}

/** What a dangerous action costs, in numbers: its own words where it has them. */
const Consequence = ({ order, ok, result }: { readonly order: Order; readonly ok: number; readonly result: unknown }) => {
  const { t, maybe } = useWords();
  const params = { ...(typeof result === 'object' && result !== null ? result : {}), count: ok };
  return <p className="outcome-consequence">{maybe(`${order.resource.name}.consequences.${order.name}`, params) ?? t('action.consequence', params)}</p>;
};

const Waiting = ({ words }: { readonly words: string }) => <div className="outcome-wait" role="status"><span className="outcome-bar" aria-hidden="true" />{words}</div>;

const OrderedDialog = ({ order, record, onClose }: OrderedProps) => {
  const { t, maybe } = useWords();
  const form = useId();
  const { resource, name, action } = order;
  const { step, draft, outcome, problems, input, rehearses, change, back, next } = useActionDialog(order, record, onClose);
  const count = countOf(order);
  const names = Object.keys(input);
  const loose = problems.filter(({ path }) => !names.includes(path.split('.')[0]!));
  const isBusy = step === 'rehearsing' || step === 'running';
  const isEmpty = step === 'rehearsed' && outcome?.ok === 0;
  const submit = <Button key="next" type="primary" htmlType="submit" form={form} danger={action.danger === true && !(rehearses && step === 'asking')} loading={isBusy} disabled={isEmpty}>{t(rehearses && step === 'asking' ? 'action.review' : `${resource.name}.actions.${name}`)}</Button>;
  const footer = step === 'done'
    ? [<Button key="close" type="primary" onClick={onClose}>{t('action.close')}</Button>]
    : [
        ...(step === 'rehearsed' && names.length > 0 ? [<Button key="back" onClick={back}>{t('action.back')}</Button>] : []),
        <Button key="cancel" disabled={step === 'running'} onClick={onClose}>{t('action.cancel')}</Button>,
        submit,
      ];
  return (
    <Modal open title={t(`${resource.name}.actions.${name}`)} footer={footer} width={560} closable={step !== 'running'} keyboard={step !== 'running'} maskClosable={false} onCancel={onClose}>
      <form id={form} className="action-form" noValidate onSubmit={(event) => { event.preventDefault(); event.stopPropagation(); if (!isBusy) void next(); }}>
        {action.on === 'list' ? null : <p className="action-target">{t('action.target', { count })}</p>}
        {loose.length > 0 ? <div className="form-summary" role="alert">{loose.map(({ text }) => text).join(' ')}</div> : null}
        {step === 'asking' || step === 'running' && !outcome ? names.map((field) => (
          <FormField
            key={field} form={form} name={field} field={input[field] as AnyField} place={{ resource: resource.name, name: `${name}.${field}` }} label={t(`${resource.name}.inputs.${name}.${field}`)}
            help={maybe(`${resource.name}.help.${name}.${field}`)} draft={draft} isLocked={false} isChanged={false} problems={problems.filter(({ path }) => path.split('.')[0] === field)} onChange={change}
          />
        )) : null}
        {step === 'rehearsing' ? <Waiting words={t('action.checking')} /> : null}
        {step === 'running' ? <Waiting words={t('action.running')} /> : null}
        {outcome && (step === 'rehearsed' || step === 'done') ? <OutcomeReport resource={resource} outcome={outcome} isDone={step === 'done'} /> : null}
        {isEmpty ? <p>{t('action.nothing')}</p> : null}
        {action.danger && step === 'rehearsed' && outcome && !isEmpty ? <Consequence order={order} ok={outcome.ok} result={outcome.result} /> : null}
      </form>
    </Modal>
  );
};

/** Waits for the record whose values the dialog starts with. */
const PrefilledDialog = ({ id, ...props }: OrderedProps & { readonly id: number }) => {
  const { resource } = props.order;
  const { query } = useOne({ resource: resource.name, id, dataProviderName: resource.service, errorNotification: false, queryOptions: { retry: false } });
  return query.isPending ? null : <OrderedDialog {...props} record={query.data?.data} />;
};

/** The dialog of an action: asks for its input, rehearses it, says what it would do, runs it and keeps the reasons on screen. */
export const ActionDialog = ({ resource, action: name, target, onClose }: ActionDialogProps) => {
  const action = (resource.actions as Readonly<Record<string, Action>>)[name]!;
  const order: Order = { resource, name, action, target };
  const id = onlyId(order);
  const isPrefilled = id !== undefined && Object.keys(action.input ?? {}).some((field) => resource.all[field]);
  return isPrefilled ? <PrefilledDialog id={id} order={order} record={undefined} onClose={onClose} /> : <OrderedDialog order={order} record={undefined} onClose={onClose} />;
};
