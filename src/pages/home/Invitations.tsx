import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/words/format';
import { toast } from '@/providers/notification/toaster';
import { useServices } from '@/providers/ServicesContext';
import { useSession } from '@/providers/session/useSession';
import { useWords } from '@/fields/kit/useWords';

type Titles = Readonly<Partial<Record<'es' | 'en', string>>>;
interface Invitation {
  readonly membershipid: number;
  readonly organization: string;
  readonly sender: string | null;
  readonly profile: Titles | null;
  readonly event_scope: 'all' | 'selected';
  readonly events: readonly Titles[];
  readonly expires_at: string | null;
  readonly answer_by: string | null;
}
type Answer = 'accept' | 'decline';
const queryKey = ['own invitations'] as const;

/** Pending invitations of the signed-in person, to accept or decline; nothing when there are none. */
export const Invitations = () => {
  const { t } = useTranslation('home');
  const { locale } = useWords();
  const { config, http, organization } = useServices();
  const { session } = useSession();
  const client = useQueryClient();
  const url = `${config.host}/v2/user/invitations`;
  const userid = session?.user.userid ?? session?.user.asdeporteId;
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => http.json<{ readonly items: readonly Invitation[] }>(url, { signal }),
    retry: false,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ membershipid, answer }: { readonly membershipid: number; readonly answer: Answer }) =>
      http.json<{ readonly organizationid: number }>(`${url}/${membershipid}/${answer}`, { method: 'POST', body: {} }),
    onSuccess: async ({ organizationid }, { answer }) => {
      toast('success', t(`invitations.done.${answer}`));
      if (answer === 'decline' || userid === undefined) return client.invalidateQueries({ queryKey });
      await organization.load(userid);
      await organization.choose(organizationid);
    },
    onError: async (error: Error) => {
      toast('error', error.message);
      await client.invalidateQueries({ queryKey });
    },
  });
  const titled = (titles: Titles): string => titles[locale] || (titles.es ?? '');
  return (data?.items ?? []).map((invitation) => {
    const { membershipid, profile, events, expires_at, answer_by } = invitation;
    const id = `asd-invitation-${membershipid}`;
    const answerWith = (answer: Answer) => (
      <button
        type="button"
        className="asd-button"
        data-primary={answer === 'accept' || undefined}
        disabled={isPending}
        onClick={() => mutate({ membershipid, answer })}
      >
        {t(`invitations.${answer}`)}
      </button>
    );
    return (
      <section key={membershipid} className="asd-panel asd-invitation" aria-labelledby={id}>
        <h2 id={id}>
          {t('invitations.title', { sender: invitation.sender ?? invitation.organization, organization: invitation.organization })}
        </h2>
        <dl>
          <div>
            <dt>{t('invitations.profile')}</dt>
            <dd>{profile ? titled(profile) : t('invitations.ownKeys')}</dd>
          </div>
          <div>
            <dt>{t('invitations.events')}</dt>
            <dd>{invitation.event_scope === 'all' ? t('invitations.allEvents') : events.map(titled).join(', ')}</dd>
          </div>
          <div>
            <dt>{t('invitations.until')}</dt>
            <dd>{expires_at ? formatInstant(expires_at) : t('invitations.noEnd')}</dd>
          </div>
          {answer_by ? (
            <div>
              <dt>{t('invitations.answerBy')}</dt>
              <dd>{formatInstant(answer_by)}</dd>
            </div>
          ) : null}
        </dl>
        <p className="asd-invitation-answers">
          {answerWith('accept')} {answerWith('decline')}
        </p>
      </section>
    );
  });
};
