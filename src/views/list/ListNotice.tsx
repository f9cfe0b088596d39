import type { ReactNode } from 'react';

interface ListNoticeProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly alert?: boolean;
  readonly children?: ReactNode;
}
/** Says why there are no rows and offers the next step. */
export const ListNotice = ({ title, text, alert = false, children }: ListNoticeProps) => (
  <div className="list-notice" role={alert ? 'alert' : 'status'}>
    <p className="list-notice-title">{title}</p>
    {text ? <p className="list-notice-text">{text}</p> : null}
    <div className="list-notice-steps">{children}</div>
  </div>
);
