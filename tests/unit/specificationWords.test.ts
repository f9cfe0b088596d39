import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { platforms } from '@/schema';

/** The values that a field takes, in the declared order. */
const valuesOf = (name: string, field: string): readonly string[] => registry.get(name).fields[field]?.values ?? [];

describe('the words of the specification', () => {
  test('an organization has the fields that it names', () => {
    const { key, all } = registry.get('organizations');
    expect([key, ...Object.keys(all)]).toEqual(
      expect.arrayContaining([
        'organizationid',
        'name',
        'email',
        'img',
        'phone',
        'phone_ext',
        'countryid',
        'contact_name',
        'stateid',
        'created',
        'updated',
      ]),
    );
  });
  test('an organization has at most one store, known by its storeid', () => {
    const { key, indexes } = registry.get('stores');
    expect(key).toBe('storeid');
    expect(indexes).toContainEqual(expect.objectContaining({ on: ['organizationid'], unique: true }));
  });
  test('a role has a category, a slug and a name', () => {
    const { key, fields } = registry.get('roles');
    expect(key).toBe('roleid');
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['category', 'slug', 'name']));
  });
  test('the seven regions are those of events and of organizations', () => {
    for (const name of ['events', 'organizations'])
      expect([...valuesOf(name, 'region')].sort()).toEqual(['bajio', 'centro', 'nacional', 'noreste', 'norte', 'sur', 'sureste']);
  });
  test('the three categories are those of events', () =>
    expect([...valuesOf('events', 'category')].sort()).toEqual(['estelares', 'experiencias-retos', 'seriales']));
  test('the five platforms are those of organizations', () => {
    expect([...platforms].sort()).toEqual(['APOLO', 'APOLO-SUSCRIPTIONS', 'ASDEPORTE', 'EVENT', 'FMTRI']);
    expect([...valuesOf('organizations', 'platforms')].sort()).toEqual([...platforms].sort());
  });
});
