import { lazy, Suspense } from 'react';
import { defineViews, type Parent } from '@/fields/kit/contracts';
import { RecordSkeleton } from '@/views/states/RecordSkeleton';
import { inscriptions } from './inscriptions';
import { SignQr } from './SignQr';

const Register = lazy(async () => ({ default: (await import('./counter/RegisterView')).RegisterView }));
/** Loaded when somebody registers, because lists and records do not need it. */
const RegisterPage = (props: { readonly resource: typeof inscriptions; readonly parent?: Parent }) => (
  <Suspense fallback={<RecordSkeleton />}>
    <Register {...props} />
  </Suspense>
);

const Answers = lazy(async () => ({ default: (await import('./counter/AnswersInput')).AnswersInput }));

export default defineViews(inscriptions, {
  create: RegisterPage,
  asks: { save_answers: { answers: Answers } },
  outcomes: { sign_link: SignQr },
});
