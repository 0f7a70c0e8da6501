import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useId,
  useState,
} from 'react'
import { lazyWithPreload } from '../../lazy/lazy-with-preload.tsx'
import { usePreload } from '../../lazy/use-preload.ts'
import { both } from '../both.ts'
import type { MenuItem, MenuStart } from './menu-item.ts'
import type { Placement } from './placement.ts'

const MenuPopup = lazyWithPreload(() => import('./menu-popup.tsx'))
const lazyParts = [MenuPopup]

export type MenuProps = {
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  /** A button: Button, IconButton or a plain `<button>`. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>
  placement?: Placement
}

/** A menu under its button; Escape goes back to the button. Its list is loaded when the browser is idle. */
export const Menu = ({ label, items, trigger, placement = 'bottom-start' }: MenuProps) => {
  const [opened, setOpened] = useState<{ anchor: HTMLElement; start: MenuStart } | null>(null)
  const id = useId()
  usePreload(lazyParts)
  const open = (anchor: HTMLElement, start: MenuStart) => setOpened({ anchor, start })
  const { props } = trigger
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        'aria-controls': opened ? id : undefined,
        onClick: both(props.onClick, (event: MouseEvent<HTMLElement>) => {
          if (opened !== null) setOpened(null)
          else open(event.currentTarget, event.detail === 0 ? 'first' : 'nothing')
        }),
        onKeyDown: both(props.onKeyDown, (event: KeyboardEvent<HTMLElement>) => {
          const start = arrows[event.key]
          if (start === undefined || opened !== null) return
          event.preventDefault()
          open(event.currentTarget, start)
        }),
      })}
      {opened && (
        <MenuPopup
          id={id}
          label={label}
          items={items}
          placement={placement}
          anchor={opened.anchor}
          start={opened.start}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

const arrows: Record<string, MenuStart> = { ArrowDown: 'first', ArrowUp: 'last' }
