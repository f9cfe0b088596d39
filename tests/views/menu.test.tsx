import { render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Menu } from '@/views/action/Menu';
import { BulkBar } from '@/views/list/select/BulkBar';
import { useListModel } from '@/views/list/model/useListModel';
import { races, registry } from './support/fixture';
import { fakeServer, mount } from './support/mount';
import '@testing-library/jest-dom/vitest';

const picked = vi.fn();
const entries = ['Ver', 'Editar', 'Árbitro', 'Asignar', 'Aplicar'].map((label) => ({ key: label, label }));
const show = () => {
  render(
    <Menu
      label="Acciones"
      groups={[{ items: entries }, { label: 'Ahora no', items: [{ key: 'cancel', label: 'Cancelar', reason: 'Ya está cancelada' }] }]}
      onPick={picked}
    />,
  );
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
};
const focused = () => document.activeElement?.textContent;

describe('a menu', () => {
  test('is walked with arrows round and round, Home and End', async () => {
    const user = show();
    expect(focused()).toBe('Ver');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('CancelarYa está cancelada');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Editar');
    await user.keyboard('{End}{Home}');
    expect(focused()).toBe('Ver');
  });
  test('goes to the entry whose first letters are typed, accents aside, and to the next one with the same letter', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const user = show();
    await user.keyboard('as');
    expect(focused()).toBe('Asignar');
    now.mockReturnValue(5000);
    await user.keyboard('a');
    expect(focused()).toBe('Aplicar');
    now.mockReturnValue(10_000);
    await user.keyboard('a');
    expect(focused()).toBe('Árbitro');
    now.mockRestore();
  });
  test('keeps many entries behind one that tells how many they are, and goes to the first of them', async () => {
    const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
    const kept = ['Uno', 'Dos', 'Tres', 'Cuatro'].map((label) => ({ key: label, label, reason: 'Todavía no' }));
    render(<Menu label="Acciones" groups={[{ items: entries }, { label: 'Ahora no', folds: true, items: kept }]} onPick={picked} />);
    expect(screen.queryByRole('menuitem', { name: 'Dos' })).toBeNull();
    await user.keyboard('{End}');
    expect(focused()).toBe('Ahora no (4)');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('UnoTodavía no');
    expect(screen.getByRole('menuitem', { name: 'Dos' })).toHaveAccessibleDescription('Todavía no');
    expect(picked).not.toHaveBeenCalled();
  });
  test('picks what is possible and only tells the rest', async () => {
    const user = show();
    await user.keyboard('{ArrowDown}{Enter}');
    await user.keyboard('{End}{Enter}');
    expect(picked.mock.calls).toEqual([['Editar']]);
  });
});

describe('the actions on a selection', () => {
  const Bar = ({ count }: { readonly count: number }) => {
    const list = useListModel(races);
    const ofSelection = ['pause', 'rename', 'entrust', 'adopt'].slice(0, count).map((name) => [name, { on: 'rows' as const }] as const);
    const actions = { ...list.actions, ofSelection, begin: picked };
    return <BulkBar list={{ ...list, actions, selection: { ...list.selection, chosen: { kind: 'all' }, count: 3 } }} />;
  };
  const bar = (count: number) =>
    mount({ at: ['/'], server: fakeServer(registry, { races: [] }), routes: [{ path: '', element: <Bar count={count} /> }] });
  test('are shown while they are three', async () => {
    bar(3);
    expect((await screen.findAllByRole('button')).map((each) => each.textContent)).toEqual(['Pausar', 'Mudar', 'Encargar', '']);
  });
  test('share a menu from the third on when they are more', async () => {
    const { user } = bar(4);
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual(['Encargar', 'Adoptar']);
    await user.keyboard('{End}{Enter}');
    expect(picked).toHaveBeenLastCalledWith('adopt', 'selection');
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
