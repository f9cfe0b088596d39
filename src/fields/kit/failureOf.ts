import type { HttpError } from '@refinedev/core';
import { isParts, partOf } from '@/schema/unknown';

const isFailure = (error: unknown): error is HttpError => isParts(error) && typeof error['message'] === 'string';

/** What was thrown, as refine's error. Providers throw only these; anything else is turned into one as far as possible. */
export const failureOf = (error: unknown): HttpError =>
  isFailure(error) ? error : { message: String(partOf(error, 'message') ?? ''), statusCode: Number(partOf(error, 'statusCode') ?? 0) };
