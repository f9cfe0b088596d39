import type { Action } from '../action';
import { nth } from '../must';
import { isReading, type Grants, type KeySpec, type PermissionKey } from '../access';
import { isNamed, isWritable, type AnyField } from '../field';
import { allOf, type Filter } from '../filter';
import type { Registry } from '../registry';
import { isPersonal } from '../isPersonal';
import { hasView, type AnyResource } from '../resource';

const keyOf = (spec: KeySpec): PermissionKey => (typeof spec === 'string' ? spec : spec.key);
const isAction = (resource: AnyResource, verb: string): boolean => Object.hasOwn(resource.actions ?? {}, verb);

/** The keys that allow a verb or an action, or `anyone`. Without own keys those of the nearest broader verb apply. */
export const keysOf = (resource: AnyResource, verb: string): readonly KeySpec[] | 'anyone' => {
  const { access = {}, permission } = resource;
  const fallbacks = verb === 'show' ? ['show', 'list'] : verb === 'delete' || isAction(resource, verb) ? [verb, 'edit'] : [verb];
  const own = fallbacks.map((each) => access[each] as readonly KeySpec[] | undefined).find((keys) => keys !== undefined);
  if (own) return own;
  if (permission === 'anyone') return isReading(verb) || resource.scope?.owner ? 'anyone' : [];
  return typeof permission === 'string' ? [permission] : permission;
};

const exists = (resource: AnyResource, verb: string): boolean =>
  isReading(verb) ||
  isAction(resource, verb) ||
  (verb === 'delete' ? hasView(resource, 'edit') : verb === 'create' || verb === 'edit' ? hasView(resource, verb) : false);

/** Whether a verb or an action only reads. */
export const looks = (resource: AnyResource, verb: string): boolean => isReading(verb) || resource.actions?.[verb]?.reads === true;
/** Whether an action only answers what a screen shows: no change, no file and no address. */
export const isScreen = ({ reads, reveals, givesFile }: Action): boolean => reads === true && reveals === undefined && givesFile !== true;
/** Whether a verb or an action is for people who only see as somebody else. */
const isForLooks = ({ actions }: AnyResource, verb: string): boolean => {
  const action = actions?.[verb];
  return action ? isScreen(action) : isReading(verb);
};
const opens =
  (grants: Grants, resource: AnyResource, verb: string) =>
  (spec: KeySpec): boolean => {
    const access = grants.keys[keyOf(spec)];
    return access === 'edit' || (access === 'view' && looks(resource, verb));
  };

/** Whether a verb is allowed, and for which rows: `null` when it is not, otherwise the condition of its keys (`where: null` for none). */
export const decide = (grants: Grants, verb: string, resource: AnyResource): { readonly where: Filter | null } | null => {
  if (!exists(resource, verb) || (resource.platformOnly && !grants.is_platform) || (grants.isLook && !isForLooks(resource, verb)))
    return null;
  const keys = keysOf(resource, verb);
  if (keys === 'anyone') return resource.scope?.owner && grants.organizationid === null ? null : { where: null };
  const open = keys.filter(opens(grants, resource, verb));
  if (open.length === 0) return null;
  const conditions = open.flatMap((spec) => (typeof spec === 'string' ? [] : [spec.when]));
  return { where: open.some((spec) => typeof spec === 'string') ? null : conditions.length > 1 ? { or: conditions } : nth(conditions, 0) };
};

/** The key with which a person does something: the first that allows it; null where none is needed. */
export const keyUsed = (grants: Grants, verb: string, resource: AnyResource): PermissionKey | null => {
  const keys = keysOf(resource, verb);
  const spec = keys === 'anyone' ? undefined : keys.find(opens(grants, resource, verb));
  return spec === undefined ? null : keyOf(spec);
};

/** Answers the same question for the menu, the buttons, the routes and the API. */
export const can = (grants: Grants, verb: string, resource: AnyResource): boolean => decide(grants, verb, resource) !== null;

/** Whether a field may be read, filtered, sorted and searched. A restricting key overrides every other. */
export const canSee = ({ keys, is_platform }: Grants, { options }: AnyField): boolean =>
  !(options.hiddenBy && keys[options.hiddenBy]) &&
  (!options.visibleTo || options.visibleTo.some((key) => keys[key])) &&
  (!options.platformOnly || is_platform);

/** Whether a value of the field is accepted from this person. */
export const canWrite = (grants: Grants, field: AnyField): boolean =>
  isWritable(field) &&
  canSee(grants, field) &&
  (!field.options.editableBy || field.options.editableBy.some((key) => grants.keys[key] === 'edit'));

/** Rows of the platform itself are not visible to other organizations, whatever their keys. */
const canPickFrom = (grants: Grants, target: AnyResource): boolean =>
  can(grants, 'list', target) && (grants.is_platform || target.tenancy !== 'platform');

/** Whether a field offers any records to choose from; true for fields without references. */
export const canChoose = (grants: Grants, { target, targets }: AnyField, registry: Registry): boolean => {
  const name = target ?? targets;
  if (name === undefined) return true;
  const to = registry.find(name);
  return to !== undefined && canPickFrom(grants, to);
};

/** Whether a screen shows a field to this person: a reference is shown by its title, or left out, because its number means nothing. */
export const canRead = (grants: Grants, field: AnyField, registry: Registry): boolean =>
  canSee(grants, field) && (isNamed(field) || canChoose(grants, field, registry));

/**
 * Whether a screen offers a verb: `can`, and a new record can be filled in at all.
 *
 * A person who may create records but cannot see what each must refer to does so through the API or a file; a form could never be saved.
 */
export const offers = (grants: Grants, verb: string, resource: AnyResource, registry: Registry): boolean =>
  can(grants, verb, resource) &&
  (verb !== 'create' ||
    Object.values<AnyField>(resource.fields).every(
      (field) =>
        !field.target ||
        !field.options.required ||
        field.options.default !== undefined ||
        !canWrite(grants, field) ||
        canChoose(grants, field, registry),
    ));

const national = ({ regions }: Grants): boolean => regions.includes('national');
const at = (field: string, op: 'eq' | 'in', value: unknown): Filter => ({ field, op, value });

const organizationFilter = ({ organizationid, is_platform }: Grants, resource: AnyResource): Filter | null => {
  const { tenancy, key, all } = resource;
  if ((is_platform && !isPersonal(resource)) || tenancy === 'shared') return null;
  if (tenancy === 'self') return at(key, 'eq', organizationid);
  return all['organizationid'] ? at('organizationid', 'eq', organizationid) : null;
};

/** `nacional` events belong to no region: regional keys may view them and change nothing. */
const regionFilter = (grants: Grants, resource: AnyResource, verb: string): Filter | null => {
  const { scope, tenancy, key, all } = resource;
  if (!grants.is_platform || national(grants) || !scope?.region) return null;
  const own = tenancy === 'self' ? key : all['organizationid'] ? 'organizationid' : null;
  const alternatives = [
    at(scope.region, 'in', looks(resource, verb) ? [...grants.regions, 'nacional'] : grants.regions),
    ...(scope.event && grants.events.length > 0 ? [at(scope.event, 'in', grants.events)] : []),
    ...(own && grants.organizationid !== null ? [at(own, 'eq', grants.organizationid)] : []),
  ].filter((each) => !('value' in each && Array.isArray(each.value) && each.value.length === 0));
  return alternatives.length > 1 ? { or: alternatives } : (alternatives[0] ?? at(key, 'in', []));
};

const eventFilter = ({ event_scope, events }: Grants, { scope }: AnyResource): Filter | null =>
  event_scope === 'selected' && scope?.event ? at(scope.event, 'in', events) : null;

const ownerFilter = ({ userid }: Grants, resource: AnyResource, verb: string): Filter | null => {
  const { owner, shared, about } = resource.scope ?? {};
  if (!owner || (about && looks(resource, verb))) return null;
  const mine = at(owner, 'eq', userid);
  return shared && looks(resource, verb) ? { or: [mine, at(shared, 'eq', true)] } : mine;
};

/**
 * The one predicate over rows: organization, owner, region, assigned events and conditional keys.
 *
 * Used by lists, counts, totals, exports, jobs and search alike. `null` when nothing limits the rows; call `can` first.
 */
export const scopeFilter = (grants: Grants, resource: AnyResource, verb: string): Filter | null =>
  allOf(
    organizationFilter(grants, resource),
    ownerFilter(grants, resource, verb),
    regionFilter(grants, resource, verb),
    eventFilter(grants, resource),
    decide(grants, verb, resource)?.where,
  );
