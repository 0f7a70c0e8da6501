import type { Placement } from '@floating-ui/react'
import {
  cloneElement,
  type HTMLProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../../lazy/lazy-component.tsx'
import type { MenuItem } from './menu-item.tsx'
import type { MenuOpening } from './menu-list.tsx'
import { mergeRefs } from './merge-refs.ts'

export type MenuProps = {
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  /** A button: Button, IconButton or a plain `<button>`. */
  trigger: ReactElement<HTMLProps<HTMLElement>>
  placement?: Placement
}

/** The list and its library (24 kB), which no first screen waits for. */
export const MenuList = lazyComponent(() => import('./menu-list.tsx'))

/** A menu under its button: Enter, Space and the arrows open it, Escape goes back to the button. */
export const Menu = ({ label, items, trigger, placement = 'bottom-start' }: MenuProps) => {
  const [opening, setOpening] = useState<MenuOpening | null>(null)
  const button = useRef<HTMLElement>(null)
  const early = useRef<globalThis.KeyboardEvent[] | null>(null)
  const listId = useId()
  const open = (how: MenuOpening) => {
    early.current = []
    setOpening(how)
  }
  const { props } = trigger
  return (
    <>
      {cloneElement(trigger, {
        ref: mergeRefs(button, props.ref),
        'aria-haspopup': 'menu',
        'aria-expanded': opening !== null,
        'aria-controls': opening === null ? undefined : listId,
        onClick: (event: MouseEvent<HTMLElement>) => {
          props.onClick?.(event)
          if (event.isDefaultPrevented()) return
          if (opening !== null) setOpening(null)
          // A key's click has no count.
          else open(event.detail === 0 ? 'first-item' : 'pointer')
        },
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          props.onKeyDown?.(event)
          if (opening !== null && early.current !== null) early.current.push(event.nativeEvent)
          else if (event.key === 'ArrowDown') open('first-item')
          else if (event.key === 'ArrowUp') open('last-item')
          else return
          event.preventDefault()
          event.stopPropagation()
        },
      })}
      {opening !== null && (
        <MenuList
          id={listId}
          label={label}
          items={items}
          placement={placement}
          button={button}
          opening={opening}
          early={early}
          onClose={() => setOpening(null)}
        />
      )}
    </>
  )
}
