import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditChange, AuditLine } from '@/domain/audit';
import { useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { formatInstant, formatRelative } from '@/words/format';

const Change = ({ change: { label, old, new: next } }: { readonly change: AuditChange }) => {
  const { t } = useTranslation('audit');
  return (
    <div>
      <dt>{label}</dt>
      {old === '' && next === '' ? null : (
        <dd>
          <span className="asd-hidden-text">{t('from')} </span>
          {old === '' ? <span className="asd-audit-empty">{t('empty')}</span> : <del>{old}</del>} <span aria-hidden="true">→</span>{' '}
          <span className="asd-hidden-text">{t('to')} </span>
          {next === '' ? <span className="asd-audit-empty">{t('empty')}</span> : <span>{next}</span>}
        </dd>
      )}
    </div>
  );
};

/** The record of a line: a link where the person may open it. */
const Subject = ({ line: { resource: name, subject, recordid, isOpen } }: { readonly line: AuditLine }) => {
  const resource = useRegistry().find(name);
  if (!resource || (recordid !== 0 && !isOpen)) return <span>{subject}</span>;
  return <Link to={recordid === 0 ? pathTo(resource, 'list') : pathTo(resource, 'show', { id: recordid })}>{subject}</Link>;
};

interface AuditItemProps {
  readonly line: AuditLine;
  /** Narrows the page to one person. */
  readonly onPerson: (userid: number) => void;
}
/** One line: who did what to which record, what was there and what is there now. */
export const AuditItem = ({ line, onPerson }: AuditItemProps) => {
  const { t } = useTranslation('audit');
  const { locale } = useWords();
  const { at, who, userid, what, organization, keyName, ip, changes } = line;
  const facts = [organization, keyName && t('by', { key: keyName }), ip && t('ip', { ip })].filter(Boolean);
  return (
    <li className="asd-audit-line">
      <p>
        {userid === null ? (
          <strong>{who}</strong>
        ) : (
          <button type="button" className="asd-audit-who" title={t('only', { name: who })} onClick={() => onPerson(userid)}>
            {who}
          </button>
        )}{' '}
        {what} <Subject line={line} />
      </p>
      <time dateTime={at} title={formatRelative(at, locale)}>
        {formatInstant(at)}
      </time>
      {changes.length > 0 ? (
        <dl>
          {changes.map((change, index) => (
            <Change key={`${change.label} ${index}`} change={change} />
          ))}
        </dl>
      ) : null}
      {facts.length > 0 ? <small>{facts.join(' · ')}</small> : null}
    </li>
  );
};
