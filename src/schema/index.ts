export { defineResource, fieldOf, hasView, routeOf, services, views } from './resource';
export type {
  Action,
  Asker,
  ActionsOf,
  AnyResource,
  Index,
  InferColumns,
  InferInput,
  InferRow,
  InferStored,
  InferWrite,
  Inputs,
  Resource,
  Rule,
  Service,
  Tenancy,
  View,
} from './resource';
export type { InputOf, RowOf } from './infer';
export type { AnyField, CommonOptions, Field, Fields, FileKind, Markup, UploadRule } from './field';
export { fileKinds, isNeverNull, isStored, isWritable } from './field';
export type { Comparison, Filter, Operator } from './filter';
export { inOrder } from './inOrder';
export { allOf, comparisons, filterShape, matches } from './filter';
export type { Access, Grants, KeySpec, PermissionKey, Platform, RegionalKey, Verb } from './access';
export { noGrants, permissionKeys, platforms, regionalKeys, regions, restrictingKey, verbs } from './access';
export { createRegistry, fieldAt, isSingle, joinName, parentOf, pathOf, stepOf, wayOf, type Registry, type Step } from './registry';
export type { AnyValue, FieldsOf, ResourceLike } from './seams';
