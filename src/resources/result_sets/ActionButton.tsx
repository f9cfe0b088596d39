import { Button } from '@/frame/antd/Button';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';

const ActionDialog = lazy(async () => ({ default: (await import('@/views/action/ActionDialog')).ActionDialog }));

interface ActionButtonProps {
  readonly resource: AnyResource;
  readonly action: string;
  readonly id: number;
  readonly isMain?: boolean;
  readonly children?: ReactNode;
}
/** A button that opens the dialog of an action, for people who may do it. */
export const ActionButton = ({ resource, action, id, isMain = false, children }: ActionButtonProps) => {
  const { t } = useWords();
  const grants = useGrants();
  const [isOpen, setOpen] = useState(false);
  if (!can(grants, action, resource)) return null;
  return (
    <>
      <Button type={isMain ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {children ?? t(`${resource.name}.actions.${action}`)}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ActionDialog resource={resource} action={action} target={{ ids: [id] }} parent={undefined} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
