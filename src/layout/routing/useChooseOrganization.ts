import { useTranslation } from 'react-i18next';
import { toast } from '@/providers/notification/toaster';
import { useOrganization, useServices } from '@/providers/ServicesContext';

/** Changes the organization, and reports it when the session did not accept it. */
export const useChooseOrganization = (): ((organizationid: number) => void) => {
  const { t } = useTranslation('common');
  const { organization } = useServices();
  const { current } = useOrganization();
  return (organizationid) => {
    void organization.choose(organizationid).then((choice) => {
      if (choice === 'refused') toast('error', t('organization.notChanged', { name: current?.name }));
    });
  };
};
