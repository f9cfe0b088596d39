import type { Fields } from './field';
import type { Resource } from './resource';

/** A value in code that does not know its field; the field type that receives it does. */
export type AnyValue = any;
/** Any declaration with its inferred parts, for helpers that infer them again. */
export type ResourceLike = Resource<any, any, any, any, any>;
/** The declared fields of a resource. */
export type FieldsOf<R> = R extends Resource<any, infer F, any, any> ? F : Fields;
