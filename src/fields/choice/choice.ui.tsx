import { choiceKey } from '@/schema/project/i18n';
import { defineFieldUi } from '@/fields/kit/contracts';

export default defineFieldUi<string>({ toText: (value, field, { resource, name }, { t }) => t(choiceKey(resource, name, field, value)) });
