import { Link } from 'react-router';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';

/** The way to the delivery desk of an event, for people who hand out kits. */
export const DeskLink = ({ eventid }: { readonly eventid: number }) => {
  const { t } = useWords();
  return can(useGrants(), 'deliver', useRegistry().get('kit_deliveries')) ? (
    <Link className="asd-button" to={`/events/${eventid}/desk`}>
      <Glyph name="box" /> {t('common.desk')}
    </Link>
  ) : null;
};
