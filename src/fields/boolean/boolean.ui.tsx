import { defineFieldUi } from '@/fields/kit/contracts';

export default defineFieldUi<boolean>({ toText: (value, _field, _place, { t }) => t(value ? 'list.values.yes' : 'list.values.no') });
