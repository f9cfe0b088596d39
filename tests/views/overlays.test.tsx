import { fireEvent, render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { describe, expect, test, vi } from 'vitest';
import { Dialog } from '@/frame/Dialog';
import { FloatingPanel } from '@/frame/FloatingPanel';
import { Modal } from '@/frame/Modal';
import { isCovered } from '@/frame/overlayStack';
import { useOverlay } from '@/frame/useOverlay';
import '@testing-library/jest-dom/vitest';

type Kind = 'dialog' | 'modal' | 'panel';
const over = (kind: Kind, label: string, anchor: HTMLElement, onClose: () => void, children: ReactNode) =>
  ({
    dialog: (
      <Dialog label={label} className="" onClose={onClose}>
        {children}
      </Dialog>
    ),
    modal: (
      <Modal title={label} footer={null} onClose={onClose}>
        {children}
      </Modal>
    ),
    panel: (
      <FloatingPanel anchor={anchor} label={label} onClose={onClose}>
        {children}
      </FloatingPanel>
    ),
  })[kind];

/** A button that opens an overlay with what is given in it. */
const Opener = ({ kind, label, children }: { readonly kind: Kind; readonly label: string; readonly children?: ReactNode }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button type="button" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        open {label}
      </button>
      {anchor
        ? over(
            kind,
            label,
            anchor,
            () => setAnchor(null),
            <>
              <button type="button">in {label}</button>
              {children}
            </>,
          )
        : null}
    </>
  );
};
const user = () => userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
const button = (name: string) => screen.getByRole('button', { name });
const isOpen = (label: string) => screen.queryByRole('button', { name: `in ${label}` }) !== null;
const kinds: readonly Kind[] = ['dialog', 'modal', 'panel'];
const pairs = kinds.flatMap((outer) => kinds.map((inner) => [outer, inner] as const));

describe('overlays', () => {
  test.each(pairs)('Escape closes only the top one, and the focus goes back step by step (%s, in it %s)', async (outer, inner) => {
    const { click, keyboard } = user();
    render(
      <Opener kind={outer} label="outer">
        <Opener kind={inner} label="inner" />
      </Opener>,
    );
    await click(button('open outer'));
    await click(button('open inner'));
    button('in inner').focus();
    await keyboard('{Escape}');
    expect([isOpen('outer'), isOpen('inner')]).toEqual([true, false]);
    expect(button('open inner')).toHaveFocus();
    await keyboard('{Escape}');
    expect(isOpen('outer')).toBe(false);
    expect(button('open outer')).toHaveFocus();
  });
  test('Escape belongs to whatever inside took it', async () => {
    const { click, keyboard } = user();
    render(
      <Opener kind="dialog" label="one">
        <input aria-label="takes" onKeyDown={(event) => event.preventDefault()} />
        <input aria-label="stops" onKeyDown={(event) => event.stopPropagation()} />
      </Opener>,
    );
    await click(button('open one'));
    for (const name of ['takes', 'stops']) {
      screen.getByLabelText(name).focus();
      await keyboard('{Escape}');
      expect(isOpen('one'), name).toBe(true);
    }
  });
  test('the page behind does not hear the Escape that closed one', async () => {
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    const { click, keyboard } = user();
    render(<Opener kind="panel" label="one" />);
    await click(button('open one'));
    await keyboard('{Escape}');
    expect(heard).not.toHaveBeenCalled();
    await keyboard('{Escape}');
    expect(heard).toHaveBeenCalledTimes(1);
    document.removeEventListener('keydown', heard);
  });
  test('a press elsewhere closes a panel and leaves the focus where it was pressed', async () => {
    const { click } = user();
    render(
      <>
        <Opener kind="panel" label="one" />
        <button type="button">elsewhere</button>
      </>,
    );
    await click(button('open one'));
    await click(button('in one'));
    expect(isOpen('one')).toBe(true);
    await click(button('elsewhere'));
    expect(isOpen('one')).toBe(false);
    expect(button('elsewhere')).toHaveFocus();
  });
  test('a press in what a panel opened elsewhere in the page is a press inside it', async () => {
    const { click } = user();
    render(
      <Opener kind="panel" label="one">
        {createPortal(<button type="button">an option</button>, document.body)}
      </Opener>,
    );
    await click(button('open one'));
    await click(button('an option'));
    expect(isOpen('one')).toBe(true);
  });
  test('a press in a dialog leaves the panel under it open', async () => {
    const { click } = user();
    render(
      <>
        <Opener kind="panel" label="under" />
        <Opener kind="dialog" label="over" />
      </>,
    );
    await click(button('open under'));
    fireEvent.click(button('open over')); // as the command palette opens one: nothing was pressed outside
    await click(button('in over'));
    expect([isOpen('under'), isOpen('over')]).toEqual([true, true]);
  });
  test('what is held stays, and closes when it is released', async () => {
    const closed = vi.fn();
    const { keyboard } = user();
    const { rerender } = render(<Modal title="Runs" isHeld onClose={closed} />);
    await keyboard('{Escape}');
    expect(closed).not.toHaveBeenCalled();
    rerender(<Modal title="Runs" onClose={closed} />);
    await keyboard('{Escape}');
    expect(closed).toHaveBeenCalledTimes(1);
  });
  test('the focus goes to the nearest neighbour when what opened it is gone', async () => {
    const { click, keyboard } = user();
    const List = () => {
      const [isThere, setThere] = useState(true);
      const [isAsking, ask] = useState(false);
      return (
        <section>
          <ul>
            <li>
              <button type="button">first</button>
            </li>
            {isThere ? (
              <li>
                <button type="button" onClick={() => ask(true)}>
                  second
                </button>
              </li>
            ) : null}
          </ul>
          {isAsking ? (
            <Dialog label="Ask" className="" onClose={() => ask(false)}>
              <button type="button" onClick={() => setThere(false)}>
                remove
              </button>
            </Dialog>
          ) : null}
        </section>
      );
    };
    render(<List />);
    await click(button('second'));
    await click(button('remove'));
    await keyboard('{Escape}');
    expect(button('first')).toHaveFocus();
  });
  test('only what is modal covers the page', () => {
    const anchor = document.createElement('button');
    const panel = render(over('panel', 'panel', anchor, () => undefined, null));
    expect(isCovered()).toBe(false);
    panel.unmount();
    const dialog = render(over('dialog', 'dialog', anchor, () => undefined, null));
    expect(isCovered()).toBe(true);
    dialog.unmount();
    expect(isCovered()).toBe(false);
  });
  test('a side panel leaves Escape to a field that is typed in, and gives a lost focus to its opener', async () => {
    const { click, keyboard } = user();
    const Side = () => {
      const [isThere, setThere] = useState(true);
      const { root } = useOverlay<HTMLElement>({
        kind: 'side',
        isOpen: isThere,
        onClose: () => setThere(false),
        opener: () => screen.getByRole('button', { name: 'row' }),
      });
      return (
        <>
          <button type="button">row</button>
          <input aria-label="search" />
          {isThere ? (
            <aside ref={root} aria-label="side">
              <button type="button">in side</button>
            </aside>
          ) : null}
        </>
      );
    };
    render(<Side />);
    await click(screen.getByLabelText('search'));
    await keyboard('{Escape}');
    expect(isOpen('side')).toBe(true);
    await click(button('in side'));
    await keyboard('{Escape}');
    expect(isOpen('side')).toBe(false);
    expect(button('row')).toHaveFocus();
  });
});
