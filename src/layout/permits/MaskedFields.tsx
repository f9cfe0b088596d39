import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import type { AnyResource, Grants, Registry } from '@/schema';
import { can, canSee } from '@/schema/project/access';

interface Masked {
  readonly resource: AnyResource;
  readonly fields: readonly string[];
}
/** The fields that stay empty for somebody in the lists that they open. */
const maskedOf = (registry: Registry, grants: Grants): readonly Masked[] =>
  registry.all
    .filter((resource) => can(grants, 'list', resource))
    .map((resource) => ({
      resource,
      fields: Object.entries(resource.fields).flatMap(([name, field]) => (canSee(grants, field) ? [] : [name])),
    }))
    .filter(({ fields }) => fields.length > 0);

const Names = ({ masked }: { readonly masked: readonly Masked[] }) => {
  const { t } = useWords();
  const { ready } = useTranslation(
    masked.map(({ resource }) => resource.name),
    { useSuspense: false },
  );
  if (!ready) return null;
  return (
    <dl>
      {masked.map(({ resource, fields }) => (
        <div key={resource.name}>
          <dt>{t(`${resource.name}.${resource.name}`)}</dt>
          <dd>{fields.map((name) => t(`${resource.name}.fields.${name}`)).join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Which fields stay hidden with some keys, list by list; their names are loaded when somebody wants to know. */
export const MaskedFields = ({ grants }: { readonly grants: Grants }) => {
  const { t } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const masked = maskedOf(useRegistry(), grants);
  if (masked.length === 0) return null;
  const count = masked.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <details className="permits-masked" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('memberships.preview.hidden', { count })}</summary>
      {isOpen ? <Names masked={masked} /> : null}
    </details>
  );
};
