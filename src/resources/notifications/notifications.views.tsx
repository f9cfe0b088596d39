import { defineViews } from '@/views/contracts';
import { notifications } from './notifications';
import { PhonePreview } from './PhonePreview';

/** Beside the form stands the phone that receives the message. */
export default defineViews(notifications, { aside: PhonePreview });
