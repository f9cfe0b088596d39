import { Alert } from '@/frame/antd/Alert';
import { Button } from '@/frame/antd/Button';
import type { AnyResource } from '@/schema';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { useWords } from '../../fields/kit/useWords';

export interface ChangedNoticeProps {
  readonly resource: AnyResource;
  readonly followed: readonly string[];
  readonly collided: readonly string[];
  readonly onCompare: () => void;
  readonly onDismiss: () => void;
}
/** Says what somebody else changed while this form was being filled in; nothing typed is changed. */
export const ChangedNotice = ({ resource, followed, collided, onCompare, onDismiss }: ChangedNoticeProps) => {
  const words = useWords();
  const { t, locale } = words;
  if (followed.length + collided.length === 0) return null;
  const list = (names: readonly string[]) => new Intl.ListFormat(locale).format(names.map((name) => fieldLabel(words, resource, name)));
  return (
    <Alert
      showIcon
      type={collided.length > 0 ? 'warning' : 'info'}
      message={t('form.changedMeanwhile')}
      description={
        <>
          {followed.length > 0 ? <div>{t('form.followed', { fields: list(followed) })}</div> : null}
          {collided.length > 0 ? <div>{t('form.collided', { fields: list(collided) })}</div> : null}
        </>
      }
      action={
        collided.length > 0 ? (
          <Button size="small" onClick={onCompare}>
            {t('form.compare')}
          </Button>
        ) : (
          <Button size="small" type="text" onClick={onDismiss}>
            {t('form.understood')}
          </Button>
        )
      }
    />
  );
};
