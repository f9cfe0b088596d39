import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { reportError } from '@/providers/errorReporting';
import { NotFoundPage } from '@/pages/NotFoundPage';
import { BareFrame } from '../frame/BareFrame';
import { CopyButton } from '@/views/CopyButton';

/** Texts for the case that the translations could not be loaded; they are in the document itself. */
const lastWords = (): string => document.documentElement.dataset['failure'] ?? '';

/** Replaces a broken page: the message of the specification, a way to continue, and an id for support. */
export const Failure = ({ error, within = false }: { readonly error: unknown; readonly within?: boolean }) => {
  const { t } = useTranslation('common');
  const [report, setReport] = useState<string>();
  useEffect(() => setReport(reportError(error)), [error]);
  return (
    <BareFrame within={within}>
      <div role="alert">
        <h1>{t('errorPage.title', { defaultValue: lastWords() })}</h1>
        <p>{t('errorPage.text', { defaultValue: '' })}</p>
      </div>
      <div className="asd-bare-tools">
        <button type="button" className="asd-button" data-primary onClick={() => location.reload()}>
          {t('errorPage.reload', { defaultValue: '↻' })}
        </button>
        <a className="asd-button" href="/home">
          {t('errorPage.home', { defaultValue: '/home' })}
        </a>
      </div>
      {report ? (
        <p className="asd-bare-detail">
          {t('errorPage.report', { defaultValue: '' })} <code>{report}</code> <CopyButton text={report} />
        </p>
      ) : null}
    </BareFrame>
  );
};

/** Catches the errors of a route, while loading or drawing. */
export const ErrorPage = ({ within = false }: { readonly within?: boolean }) => {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <Failure error={error} within={within} />;
};
