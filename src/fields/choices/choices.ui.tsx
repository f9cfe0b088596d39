import { defineFieldUi } from '@/views/contracts';

export default defineFieldUi<readonly string[]>({
  toText: (values, _field, { resource, name }, { t }) => values.map((value) => t(`${resource}.choices.${name}.${value}`)).join(', '),
});
