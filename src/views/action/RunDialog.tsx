import { Button } from 'antd';
import { useState } from 'react';
import { formatNumber } from '@/words/format';
import type { AnyResource } from '@/schema';
import { useWords } from '../../fields/kit/useWords';
import { Modal } from '../../frame/Modal';
import { OutcomeReport } from './OutcomeReport';
import type { RunState } from './runAction';
import { useRun } from './useRun';
import './action.css';

export interface RunDialogProps {
  readonly resource: AnyResource;
  readonly run: RunState;
  /** Told whether any record was changed. */
  readonly onClose: (didChange: boolean) => void;
}

const Progress = ({ run: { total, done, ok, left } }: { readonly run: RunState }) => {
  const { t, locale } = useWords();
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <div className="run">
      <progress max={Math.max(total, 1)} value={done} aria-label={t('action.run.progress')} />
      <p role="status">{t('action.run.of', { done: number(done), total: number(total) })}</p>
      <ul className="outcome-counts">
        <li data-tone="good">{t('action.okDone', { count: ok })}</li>
        {left.skipped > 0 ? <li>{t('action.run.skipped', { count: left.skipped })}</li> : null}
        {left.failed > 0 ? <li data-tone="bad">{t('action.failedRows', { count: left.failed })}</li> : null}
      </ul>
    </div>
  );
};

/** An action over many records while it goes on: how far it is, stopping and going on, and in the end what was left out and why. */
export const RunDialog = ({ resource, run: from, onClose }: RunDialogProps) => {
  const { t } = useWords();
  const { run, isMoving, problem, pause, resume } = useRun(resource, from);
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => onClose(run.ok > 0);
  const close = (): void => {
    if (run.finished) return leave();
    pause();
    setLeaving(true);
  };
  const goOn = (): void => {
    setLeaving(false);
    resume();
  };
  const footer =
    run.finished || isLeaving
      ? [
          ...(run.finished
            ? []
            : [
                <Button key="stay" onClick={goOn}>
                  {t('action.run.stay')}
                </Button>,
              ]),
          <Button key="close" type="primary" onClick={leave}>
            {t(run.finished ? 'action.close' : 'action.run.leave')}
          </Button>,
        ]
      : [
          <Button key="close" onClick={close}>
            {t('action.close')}
          </Button>,
          isMoving ? (
            <Button key="pause" onClick={pause}>
              {t('action.run.pause')}
            </Button>
          ) : (
            <Button key="resume" type="primary" onClick={goOn}>
              {t('action.run.resume')}
            </Button>
          ),
        ];
  return (
    <Modal
      title={t(`${resource.name}.actions.${run.action}`)}
      footer={footer}
      width={560}
      maskClosable={!isMoving}
      onClose={isLeaving ? leave : close}
    >
      <div className="action-form">
        {run.finished ? <OutcomeReport resource={resource} outcome={run} isDone /> : <Progress run={run} />}
        {!run.finished && !isMoving && !problem && !isLeaving ? <p className="action-target">{t('action.run.paused')}</p> : null}
        {problem && !run.finished ? (
          <div className="form-summary" role="alert">
            <strong>{t('action.run.broken')}</strong> {problem}
          </div>
        ) : null}
        {isLeaving && !run.finished ? (
          <div className="run-leaving" role="alert">
            {t('action.run.leaving')}
          </div>
        ) : null}
      </div>
    </Modal>
  );
};
