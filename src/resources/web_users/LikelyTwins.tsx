import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { useWords } from '@/fields/kit/useWords';
import { numberIn, rowsIn, partOf, textIn } from '@/schema/unknown';
import { formatDay } from '@/words/format';
import type { WebUserInput } from './web_users';

const compared = ['first_name', 'last_name', 'second_last_name', 'birth_date', 'email', 'phone', 'curp'] as const;

/** Athletes who may be the person that is being typed in, with a way to each. */
export default function LikelyTwins({ draft }: { readonly draft: Partial<WebUserInput> }) {
  const { t } = useWords();
  const typed = useDeferredValue(Object.fromEntries(compared.map((name) => [name, draft[name] ?? null])));
  const isEnough = Boolean(typed['curp'] || typed['email'] || typed['phone'] || (typed['birth_date'] && typed['last_name']));
  const { result } = useCustom<BaseRecord, HttpError>({
    url: '/v2/user/web_users/actions/likely_twins',
    method: 'post',
    config: { payload: { input: typed } },
    dataProviderName: 'user',
    errorNotification: false,
    queryOptions: { enabled: isEnough, retry: false, placeholderData: (before) => before },
  });
  const people = isEnough ? rowsIn(partOf(result.data?.['result'], 'people')) : [];
  return (
    <div role="status">
      {people.length > 0 ? (
        <div className="likely-twins">
          <h2>{t('web_users.twins.title')}</h2>
          <p>{t('web_users.twins.text')}</p>
          <ul>
            {people.map(({ web_userid, name, birth_date }) => (
              <li key={String(web_userid)}>
                <Link to={`/web_users/${numberIn(web_userid) ?? 0}`}>{textIn(name)}</Link>
                {textIn(birth_date) ? ` · ${formatDay(textIn(birth_date) ?? '')}` : ''}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
