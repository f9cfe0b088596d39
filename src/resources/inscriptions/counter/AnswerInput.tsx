import { Input } from '@/frame/antd/Input';
import { InputNumber } from '@/frame/antd/InputNumber';
import { RadioGroup } from '@/frame/antd/RadioGroup';
import { Select } from '@/frame/antd/Select';
import { TextArea } from '@/frame/antd/TextArea';
import type { WordedQuestion } from '@/domain/registration/questions';
import { useWords } from '@/fields/kit/useWords';

export interface AnswerInputProps {
  readonly question: WordedQuestion;
  readonly id: string;
  readonly value: string | null | undefined;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (value: string | null) => void;
}
const separator = ';';
const types = new Map([
  ['email', 'email'],
  ['phone', 'tel'],
  ['date', 'date'],
]);

/** The answer to a question of an event, as the text that the server reads; several choices are separated by semicolons. */
export const AnswerInput = ({ question, id, value, isInvalid, describedBy, onChange }: AnswerInputProps) => {
  const { t, locale } = useWords();
  const common = {
    id,
    ...(isInvalid && { status: 'error' as const, 'aria-invalid': true }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  };
  const options = (question.options ?? []).map((option) => ({ value: option.value, label: option.label[locale] || option.label.es }));
  switch (question.type) {
    case 'textarea':
      return <TextArea {...common} rows={2} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)} />;
    case 'number':
      return (
        <InputNumber<string>
          {...common}
          stringMode
          className="input-short"
          value={value ?? null}
          onChange={(typed) => onChange(typed === null ? null : String(typed))}
        />
      );
    case 'boolean':
      return (
        <RadioGroup
          id={id}
          value={value ?? null}
          onChange={({ target }) => onChange(String(target.value))}
          options={[
            { value: 'yes', label: t('inscriptions.counter.yes') },
            { value: 'no', label: t('inscriptions.counter.no') },
          ]}
        />
      );
    case 'select':
      return (
        <Select
          {...common}
          className="input-wide"
          allowClear
          value={value ?? null}
          options={options}
          onChange={(chosen) => onChange(chosen ?? null)}
        />
      );
    case 'multiselect':
      return (
        <Select
          {...common}
          className="input-wide"
          mode="multiple"
          value={value ? value.split(separator) : []}
          options={options}
          onChange={(chosen) => onChange(chosen.join(separator) || null)}
        />
      );
    default: {
      const type = types.get(question.type) ?? 'text';
      return <Input {...common} type={type} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)} />;
    }
  }
};
