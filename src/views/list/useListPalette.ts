import { useNavigate } from 'react-router';
import { formatNumber } from '@/words/format';
import { useWords } from '../../fields/kit/useWords';
import { usePaletteActions } from '../../frame/usePaletteActions';
import type { ListModel } from './model/useListModel';

/** Offers the actions of a list in the command palette; a list inside another screen offers none there. */
export const useListPalette = ({ resource, isEmbedded, selection, actions }: ListModel): void => {
  const { t, locale } = useWords();
  const navigate = useNavigate();
  const { creation, bringing, ofList, ofSelection, begin } = actions;
  const nameOf = (action: string): string => t(`${resource.name}.actions.${action}`);
  usePaletteActions(() => {
    if (isEmbedded) return [];
    const creations = creation === null ? [] : [creation];
    return [
      ...creations.map(({ to, title, state }) => ({
        key: to,
        label: t(title),
        shortcut: 'create' as const,
        run: () => void navigate(to, { state }),
      })),
      ...(bringing === null ? [] : [{ key: bringing.to, label: t(bringing.title), run: () => void navigate(bringing.to) }]),
      ...ofList.map(([name]) => ({ key: name, label: nameOf(name), run: () => begin(name, 'list') })),
      ...(selection.count > 0 ? ofSelection : []).map(([name]) => ({
        key: name,
        label: `${nameOf(name)} · ${t('list.bulk.selected', { number: formatNumber(selection.count, locale) })}`,
        run: () => begin(name, 'selection'),
      })),
    ];
  });
};
