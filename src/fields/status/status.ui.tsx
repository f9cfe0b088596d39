import { choiceKey } from '@/schema/project/i18n';
import { defineFieldUi, type CellProps } from '@/fields/kit/contracts';
import type { StatusLook } from './status';
import { StatusIcon } from './StatusIcon';
import './status.css';

interface Drawn {
  readonly states?: Readonly<Record<string, StatusLook>>;
}
const unknownLook: StatusLook = { tone: 'grey', icon: 'dot' };

// A state that this version does not know is still shown, because another host may answer it.
const Pill = ({ value, field, place, words: { t } }: CellProps<string, Drawn>) => {
  const look = field.options.states?.[value] ?? unknownLook;
  return (
    <span className="status" data-tone={look.tone} data-outline={look.outline || undefined} data-strike={look.strike || undefined}>
      <StatusIcon icon={look.icon} />
      <span className="status-word">{t(choiceKey(place.resource, place.name, field, value))}</span>
    </span>
  );
};

export default defineFieldUi<string, Drawn>({
  toText: (value, field, { resource, name }, { t }) => t(choiceKey(resource, name, field, value)),
  Cell: Pill,
});
