import { defineViews } from '@/fields/kit/contracts';
import { api_keys } from './api_keys';
import { NewSecret } from './NewSecret';

export default defineViews(api_keys, { outcomes: { issue_secret: NewSecret } });
