export { actionOf, defineResource, fieldOf, hasView, routeOf, services, views } from './resource';
export { isPersonal } from './isPersonal';
export { secretsOf } from './secretsOf';
export { takesComments } from './takesComments';
export type {
  ActionsOf,
  AnyResource,
  InferColumns,
  InferInput,
  InferRow,
  InferStored,
  InferWrite,
  Inputs,
  Resource,
  Rule,
  Service,
  SettingsOf,
  Tenancy,
  View,
} from './resource';
export type { Index } from './indexes';
export { given, Later, me, now, type Action, type Asker } from './action';
export {
  importModes,
  importTypes,
  matchKeys,
  type AnyImports,
  type ImportMode,
  type Imports,
  type ImportType,
  type MatchKey,
} from './imports';
export type { ResourceName, ResourceNames } from './resourceNames';
export type { InputOf, RowOf } from './infer';
export type { AnyField, CommonOptions, Field, Fields, FileKind, Markup, UploadRule } from './field';
export { fileKinds, isNeverNull, isStored, isWritable } from './field';
export type { Comparison, Filter, Operator } from './filter';
export { inOrder } from './inOrder';
export { defineChoices } from './choiceList';
export { inDays, thisMoment, waitingFor, waitingOf, waitingWhen, type Waiting } from './waiting';
export { allOf, comparisons, filterShape, matches, startOfToday } from './filter';
export type { Access, Grants, KeySpec, PermissionKey, Platform, RegionalKey, Verb } from './access';
export { noGrants, permissionKeys, platforms, regionalKeys, regions, restrictingKey, verbs } from './access';
export { createRegistry, fieldAt, isSingle, joinName, parentOf, pathOf, stepOf, wayOf, type Registry, type Step } from './registry';
export type { AnyValue, FieldsOf, ResourceLike } from './seams';
