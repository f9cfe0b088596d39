import { Radio } from '@/frame/antd/Radio';
import { RadioGroup } from '@/frame/antd/RadioGroup';
import { useState } from 'react';
import { fieldOf, type AnyResource } from '@/schema';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { FieldValue } from '../../fields/kit/FieldValue';
import { useWords } from '../../fields/kit/useWords';
import type { Draft } from '../../fields/kit/draft';
import { Modal } from '../../frame/Modal';
import { draftOf, type FormState, type Side } from './formState';

export interface ConflictDialogProps {
  readonly resource: AnyResource;
  readonly state: FormState;
  readonly isSaving: boolean;
  readonly onResolve: (sides: Readonly<Record<string, Side>>) => void;
  readonly onCancel: () => void;
}
const sidesOf: readonly Side[] = ['mine', 'theirs'];

/**
 * Two people changed one record: shows field by field the former value, the typed one and the one that the other person saved. Nothing is
 * lost without asking.
 */
export const ConflictDialog = ({ resource, state, isSaving, onResolve, onCancel }: ConflictDialogProps) => {
  const words = useWords();
  const { t, locale } = words;
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const names = Object.keys(state.collisions);
  const label = (name: string) => fieldLabel(words, resource, name);
  const cell = (name: string, row: Draft) => (
    <FieldValue isCell field={fieldOf(resource, name)} place={{ resource: resource.name, name }} row={row} />
  );
  const rowOf = (name: string, side: Side): Draft =>
    side === 'mine' ? draftOf(state) : { ...state.base, [name]: state.collisions[name]?.theirs };
  const side = (name: string): Side => chosen[name] ?? 'mine';
  const sides = Object.fromEntries(names.map((name) => [name, side(name)]));
  return (
    <Modal
      width={760}
      title={t('form.conflict.title')}
      okText={t('form.conflict.save')}
      cancelText={t('form.conflict.back')}
      okButtonProps={{ 'aria-busy': isSaving }}
      onOk={() => {
        if (!isSaving) onResolve(sides);
      }}
      onClose={onCancel}
    >
      <p>{t(names.length > 0 ? 'form.conflict.text' : 'form.conflict.apart')}</p>
      {names.map((name) => (
        <fieldset key={name} className="conflict-field">
          <legend>{label(name)}</legend>
          <RadioGroup
            className="conflict-sides"
            value={side(name)}
            onChange={({ target }) => setChosen((before) => ({ ...before, [name]: target.value as Side }))}
          >
            {sidesOf.map((each) => (
              <Radio key={each} value={each} className="conflict-side">
                <span className="conflict-who">{t(`form.conflict.${each}`)}</span>
                <span className="conflict-value">{cell(name, rowOf(name, each))}</span>
              </Radio>
            ))}
          </RadioGroup>
          <div className="conflict-base">
            {t('form.conflict.base')} {cell(name, { ...state.base, [name]: state.collisions[name]?.base })}
          </div>
        </fieldset>
      ))}
      {state.followed.length > 0 ? (
        <p className="form-help">{t('form.followed', { fields: new Intl.ListFormat(locale).format(state.followed.map(label)) })}</p>
      ) : null}
    </Modal>
  );
};
