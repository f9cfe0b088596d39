import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { SavedView } from '../model/useSavedViews';
import { NameForm } from './NameForm';
import type { ViewChange } from './useKeepViews';

/** The change of a view: its new name, or the confirmation of its removal. */
export type Doing = 'rename' | 'delete' | null;
interface SavedViewItemProps {
  readonly view: SavedView;
  /** Whether the list on screen is this view. */
  readonly isCurrent: boolean;
  readonly doing: Doing;
  readonly onDo: (doing: Doing) => void;
  readonly onApply: () => void;
  readonly onChange: (change: ViewChange) => void;
  readonly onRemove: () => void;
}

const Tool = ({
  icon,
  label,
  isPressed,
  onPress,
}: {
  readonly icon: 'star' | 'people' | 'pencil' | 'trash';
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}) => (
  <button
    type="button"
    className="list-button"
    title={label}
    aria-pressed={isPressed}
    data-pressed={isPressed || undefined}
    onClick={onPress}
  >
    <Icon name={icon} />
  </button>
);

const Naming = ({ view, onDo, onChange }: SavedViewItemProps) => {
  const { t } = useWords();
  return (
    <li>
      <NameForm
        label={t('list.views.newName')}
        start={view.name}
        accept={t('list.views.accept')}
        onCancel={() => onDo(null)}
        onSave={(name) => onChange({ name })}
      />
    </li>
  );
};

const Confirming = ({ view: { name }, onDo, onRemove }: SavedViewItemProps) => {
  const { t } = useWords();
  return (
    <li role="group" aria-label={t('list.views.sure', { name })}>
      <span className="list-views-name">{t('list.views.sure', { name })}</span>
      <button type="button" className="asd-button" autoFocus onClick={onRemove}>
        {t('list.views.yes')}
      </button>
      <button type="button" className="list-button" onClick={() => onDo(null)}>
        {t('list.views.cancel')}
      </button>
    </li>
  );
};

/** What the person who made a view may do with it. */
const OwnTools = ({ view: { name, isDefault, isShared }, onDo, onChange }: SavedViewItemProps) => {
  const { t } = useWords();
  return (
    <>
      <Tool
        icon="star"
        label={t(isDefault ? 'list.views.dropDefault' : 'list.views.makeDefault', { name })}
        isPressed={isDefault}
        onPress={() => onChange({ is_default: !isDefault })}
      />
      <Tool
        icon="people"
        label={t(isShared ? 'list.views.unshare' : 'list.views.share', { name })}
        isPressed={isShared}
        onPress={() => onChange({ is_shared: !isShared })}
      />
      <Tool icon="pencil" label={t('list.views.rename', { name })} onPress={() => onDo('rename')} />
      <Tool icon="trash" label={t('list.views.delete', { name })} onPress={() => onDo('delete')} />
    </>
  );
};

/** One view of a list in the panel: shown with a press, made the default, renamed and deleted. */
export const SavedViewItem = (props: SavedViewItemProps) => {
  const { t } = useWords();
  const {
    view: { name, isDefault, isOwn },
    isCurrent,
    doing,
    onApply,
  } = props;
  if (doing === 'rename') return <Naming {...props} />;
  if (doing === 'delete') return <Confirming {...props} />;
  return (
    <li>
      <button type="button" className="list-views-name" aria-current={isCurrent || undefined} onClick={onApply}>
        {isCurrent ? <Icon name="check" /> : null}
        <span>{name}</span>
        {isDefault ? <small>{t('list.views.default')}</small> : null}
        {isOwn ? null : <small>{t('list.views.shared')}</small>}
      </button>
      {isOwn ? <OwnTools {...props} /> : null}
    </li>
  );
};
