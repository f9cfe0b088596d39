import { defineViews } from '@/fields/kit/contracts';
import { AudienceListInput } from './AudienceListInput';
import { ListReach } from './ListReach';
import { notifications } from './notifications';
import { PhonePreview } from './PhonePreview';

/** Shows the phone that receives the message next to the form. */
export default defineViews(notifications, {
  aside: PhonePreview,
  inputs: { audience_list: AudienceListInput },
  outcomes: { count_audience: ListReach, schedule: ListReach, send: ListReach },
});
