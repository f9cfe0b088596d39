import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FieldValue } from '@/fields/kit/FieldValue';
import { pathTo } from '@/fields/kit/paths';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { fieldOf, waitingOf, type AnyResource, type Registry } from '@/schema';
import { canRead } from '@/schema/project/access';
import { numberIn, partOf, textIn } from '@/schema/unknown';
import { formatInstant, formatRelative } from '@/words/format';
import { Glyph } from '@/frame/Glyph';
import type { WaitingItem } from '@/domain/inbox';

interface InboxItemProps {
  readonly resource: AnyResource;
  readonly item: WaitingItem;
  readonly onMark: (item: WaitingItem, read: boolean) => void;
}
/** The record itself, or the one that it is about. */
const placeOf = (registry: Registry, resource: AnyResource, row: WaitingItem['row'], id: number): string => {
  const { about = '', aboutKind = '' } = resource.scope ?? {};
  const [subject, key] = [registry.find(textIn(row[aboutKind]) ?? ''), numberIn(row[about])];
  return subject && key !== null ? pathTo(subject, 'show', { id: key }) : pathTo(resource, 'show', { id });
};
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** One record that waits: what it is, since when, and whether it was read. Following it marks it. */
export const InboxItem = ({ resource, item, onMark }: InboxItemProps) => {
  const { t } = useTranslation('inbox');
  const words = useWords(),
    grants = useGrants(),
    registry = useRegistry();
  const { row, id, wait, since, isRead } = item;
  const title = recordTitle(resource, row, words);
  const event = textIn(partOf(row['event'], 'title'));
  const says = (waitingOf(resource, wait).says ?? []).filter(
    (name) => name !== resource.title && !isEmpty(row[name]) && canRead(grants, fieldOf(resource, name), registry),
  );
  const label = t(isRead ? 'markUnread' : 'markRead', { title });
  return (
    <li className="asd-inbox-item" data-unread={isRead ? undefined : ''}>
      <span className="asd-inbox-dot" role="img" aria-label={t(isRead ? 'read' : 'unread')} />
      <div className="asd-inbox-what">
        <Link to={placeOf(registry, resource, row, id)} onClick={() => (isRead ? undefined : onMark(item, true))}>
          {title}
        </Link>
        <dl>
          {event === null || says.includes('eventid') || resource.title === 'eventid' ? null : (
            <div>
              <dt>{words.t(`${resource.name}.fields.eventid`)}</dt>
              <dd>{event}</dd>
            </div>
          )}
          {says.map((name) => (
            <div key={name}>
              <dt>{words.t(`${resource.name}.fields.${name}`)}</dt>
              <dd>
                <FieldValue field={fieldOf(resource, name)} place={{ resource: resource.name, name }} row={row} isCell />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <time dateTime={since} title={formatInstant(since)}>
        {formatRelative(since, words.locale)}
      </time>
      <button type="button" className="asd-bar-button" aria-label={label} title={label} onClick={() => onMark(item, !isRead)}>
        <Glyph name={isRead ? 'inbox' : 'check'} />
      </button>
    </li>
  );
};
