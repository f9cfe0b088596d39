import { choiceKey } from '@/schema/project/i18n';
import { defineFieldUi } from '@/fields/kit/contracts';

export default defineFieldUi<readonly string[]>({
  toText: (values, field, { resource, name }, { t }) => values.map((value) => t(choiceKey(resource, name, field, value))).join(', '),
});
