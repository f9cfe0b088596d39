import { memberKey } from '@/schema/project/i18n';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { FieldControl } from '@/fields/kit/FieldControl';
import { useNestedProblems } from '@/fields/kit/NestedProblems';
import { useWords } from '@/fields/kit/useWords';
import './links.css';

type Value = Readonly<Partial<Record<string, string>>>;
const withLink = (value: Value, name: string, address: unknown): Value | null => {
  const { [name]: _, ...others } = value;
  const next = address ? { ...others, [name]: String(address) } : others;
  return Object.keys(next).length > 0 ? next : null;
};

const LinksInput = ({ value, onChange, field, place, id = '', disabled = false, describedBy }: InputProps<Value>) => {
  const { t } = useWords();
  const links = value ?? {},
    problems = useNestedProblems();
  return (
    <div className="links-lines" role="group" id={id} tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {Object.entries(field.members ?? {}).map(([name, member]) => {
        const line = `${id}.${name}`,
          own = problems.filter(({ path }) => path === name);
        return (
          <div key={name} className="links-line">
            <label htmlFor={line} id={`${line}-label`}>
              {t(memberKey(place.resource, place.name, name))}
            </label>
            <FieldControl
              id={line}
              field={member}
              place={{ resource: place.resource, name: `${place.name}.${name}` }}
              draft={links}
              value={links[name] ?? null}
              disabled={disabled}
              invalid={own.length > 0}
              describedBy={own.length > 0 ? `${line}-error` : undefined}
              onChange={(address) => onChange?.(withLink(links, name, address))}
            />
            {own.length > 0 ? (
              <span className="form-field-error" id={`${line}-error`}>
                {own.map(({ text }) => text).join(' ')}
              </span>
            ) : null}
          </div>
        );
      })}
    </div>
  );
};

export default defineFieldInput<Value>({ Input: LinksInput });
