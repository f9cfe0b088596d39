import { gql, type DocumentInput } from '@urql/core';
import type { AnyResource, Registry } from '@/schema';
import { listDocument, oneDocument, type ListDocumentOptions } from '@/schema/project/graphql';

/** The documents of all resources, generated from the declarations and parsed when first needed. */
export interface Documents {
  list(resource: AnyResource, options: ListDocumentOptions): DocumentInput;
  one(resource: AnyResource): DocumentInput;
}
/** Generates and caches documents. A cached document is the same object every time, which clients recognise without hashing. */
export const createDocuments = (registry: Registry): Documents => {
  const kept = new Map<string, DocumentInput>();
  const parsed = (text: string): DocumentInput => {
    const known = kept.get(text);
    if (known) return known;
    const document = gql(text);
    kept.set(text, document);
    return document;
  };
  return {
    list: (resource, options) => parsed(listDocument(resource, registry, options)),
    one: (resource) => parsed(oneDocument(resource, registry)),
  };
};
