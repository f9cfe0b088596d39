import { operators } from '../../filter';
import type { AnyResource } from '../../resource';
import { parameter, type Json } from './parts';

/** The query parameters of a list. */
export const listParameterNames: readonly string[] = [
  '_start',
  '_end',
  '_sort',
  '_order',
  'columns',
  'filter',
  'q',
  'id',
  'page',
  'perpage',
];
/** The parameters of the list of a resource. */
export const listParameters = (resource: AnyResource): readonly Json[] => [
  parameter('_start', 'query', { type: 'integer', default: 0 }, 'First row.'),
  parameter('_end', 'query', { type: 'integer', default: 25 }, 'Row after the last.'),
  parameter('_sort', 'query', { type: 'string' }, 'Names separated by commas.'),
  parameter('_order', 'query', { type: 'string' }, 'asc or desc for each of them.'),
  parameter('columns', 'query', { type: 'string' }, 'Names separated by commas; the columns of the list when absent.'),
  parameter(
    'filter',
    'query',
    { type: 'string' },
    `A condition as JSON: { and | or: [...] }, { not } or { field, op, value } with op of ${operators.join(', ')}. Fields: ${[resource.key, ...(resource.list.filters ?? [])].join(', ')}.`,
  ),
  parameter('q', 'query', { type: 'string' }, `Words to find in ${(resource.list.search ?? []).join(', ') || 'nothing'}.`),
  parameter('id', 'query', { type: 'array', items: { type: 'integer' } }, 'Keys of the records that are asked for, one parameter each.'),
  parameter('page', 'query', { type: 'integer', default: 1 }, 'The page, counted from 1, where `_start` is not said.'),
  parameter('perpage', 'query', { type: 'integer', default: 25 }, 'Records of a page, where `_end` is not said.'),
];
