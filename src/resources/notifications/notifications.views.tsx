import { defineViews } from '@/fields/kit/contracts';
import { AudienceListInput } from './AudienceListInput';
import { ListReach } from './ListReach';
import { notifications } from './notifications';
import { PhonePreview } from './PhonePreview';

/** Beside the form stands the phone that receives the message. */
export default defineViews(notifications, {
  aside: PhonePreview,
  inputs: { audience_list: AudienceListInput },
  outcomes: { count_audience: ListReach, schedule: ListReach, send: ListReach },
});
