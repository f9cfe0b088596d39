import type {
  BaseRecord,
  CreateParams,
  CustomParams,
  DataProvider,
  DeleteOneParams,
  GetListParams,
  GetListResponse,
  GetManyParams,
  GetOneParams,
  UpdateParams,
} from '@refinedev/core';
import type { Parts } from '@/schema/unknown';

/** The record of an answer. */
interface One {
  readonly data: BaseRecord;
}
/** The reads of a data provider, typed as records. */
export interface PlainReads {
  readonly getList: (params: GetListParams) => Promise<GetListResponse>;
  readonly getOne: (params: GetOneParams) => Promise<One>;
  readonly getMany: (params: GetManyParams) => Promise<{ readonly data: BaseRecord[] }>;
}
/** A data provider typed as records: every answer is checked to be one. */
export interface PlainProvider extends PlainReads {
  readonly getApiUrl: () => string;
  readonly create: (params: CreateParams<Parts>) => Promise<One>;
  readonly update: (params: UpdateParams<Parts>) => Promise<One>;
  readonly deleteOne: (params: DeleteOneParams<Parts>) => Promise<One>;
  readonly custom: (params: CustomParams) => Promise<{ readonly data: unknown }>;
}

/**
 * The same provider for refine, which lets each caller name the type of its rows. The provider answers records and cannot know that type.
 */
export const toProvider = (plain: PlainProvider): DataProvider => plain as DataProvider;
