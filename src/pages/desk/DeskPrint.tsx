import { lazy, Suspense, useState } from 'react';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';

const ActionDialog = lazy(async () => ({ default: (await import('@/views/action/ActionDialog')).ActionDialog }));

/** Asks for the packing list or the labels of an event, from its desk. */
export const DeskPrint = ({ eventid }: { readonly eventid: number }) => {
  const { t } = useWords();
  const kits = useRegistry().get('kits');
  const [isOpen, setOpen] = useState(false);
  if (!can(useGrants(), 'print', kits)) return null;
  return (
    <>
      <button type="button" className="desk-tool" aria-label={t('desk.print')} title={t('desk.print')} onClick={() => setOpen(true)}>
        <Glyph name="print" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ActionDialog
            resource={kits}
            action="print"
            target={{ ids: [] }}
            parent={{ resource: 'events', field: 'eventid', id: eventid }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
};
