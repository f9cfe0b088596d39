import { defineFieldUi } from '@/views/contracts';

export default defineFieldUi<string>({ toText: (value) => value });
