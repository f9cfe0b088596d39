import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { importTypesOf } from '@/views/list/model/importOf';
import { ForbiddenPage } from './ForbiddenPage';
import { NewImport } from './imports/NewImport';
import '@/views/form/form.css';
import '@/views/action/action.css';
import '@/views/states/record.css';
import './imports/imports.css';

/** Where a file is brought, for people who may import something. */
const ImportPage = () => {
  const types = importTypesOf(useGrants(), useRegistry());
  return types.length > 0 ? <NewImport /> : <ForbiddenPage />;
};
export default ImportPage;
