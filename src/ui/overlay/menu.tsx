import {
  autoUpdate,
  FloatingFocusManager,
  FloatingNode,
  flip,
  offset,
  type Placement,
  shift,
  size,
  useClick,
  useDismiss,
  useFloating,
  useFloatingNodeId,
  useInteractions,
  useListNavigation,
  useMergeRefs,
  useRole,
  useTypeahead,
} from '@floating-ui/react'
import { cloneElement, type HTMLProps, type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { Portal, useDismissCapture } from '../floating/portal.tsx'
import { isAction, type MenuItem, MenuRow } from './menu-item.tsx'
import { useLayer } from './use-layer.ts'

type MenuProps = {
  /** Accessible name. */
  label: string
  items: readonly MenuItem[]
  /** Button, IconButton or a native `<button>`. */
  trigger: ReactElement<HTMLProps<HTMLElement>>
  placement?: Placement
}

/** A menu button: Enter, Space and arrows open, Escape returns to the button. */
export const Menu = ({ label, items, trigger, placement = 'bottom-start' }: MenuProps) => {
  const [open, setOpen] = useState(false)
  const { nodeId, refs, getReferenceProps, list } = useMenuList({
    label,
    items,
    open,
    onOpenChange: setOpen,
    placement,
  })
  const { props } = trigger
  return (
    <FloatingNode id={nodeId}>
      {cloneElement(trigger, {
        ...getReferenceProps(props),
        ref: useMergeRefs([refs.setReference, props.ref]),
      })}
      {list}
    </FloatingNode>
  )
}

type MenuListOptions = {
  /** Accessible name. */
  label: string
  items: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
  placement: Placement
  /** Focus the first item however it is opened; default: only by keyboard. */
  focusItemOnOpen?: boolean
}

/** Keyboard behaviour of menus: arrows, Home, End and type-ahead move, Enter chooses, Escape and Tab close. */
export const useMenuList = ({
  label,
  items,
  open,
  onOpenChange,
  placement,
  focusItemOnOpen,
}: MenuListOptions) => {
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  useLayer(open, () => onOpenChange(false))
  const nodeId = useFloatingNodeId()
  const { refs, floatingStyles, context } = useFloating({
    nodeId,
    open,
    onOpenChange,
    placement,
    middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8 }), fitToScreen],
    whileElementsMounted: autoUpdate,
  })
  const actions = items.filter(isAction)
  const elements = useRef<(HTMLElement | null)[]>([])
  const labels = useRef<(string | null)[]>([])
  labels.current = actions.map((action) => action.label)
  const { getReferenceProps, getFloatingProps, getItemProps } = useInteractions([
    useClick(context),
    useRole(context, { role: 'menu' }),
    useDismiss(context, { capture: useDismissCapture() }),
    useListNavigation(context, {
      listRef: elements,
      activeIndex,
      onNavigate: setActiveIndex,
      loop: true,
      focusItemOnOpen: focusItemOnOpen ?? 'auto',
    }),
    useTypeahead(context, { enabled: open, listRef: labels, activeIndex, onMatch: setActiveIndex }),
  ])
  // A menu is one tab stop: Tab returns to its button.
  const closeOnTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    onOpenChange(false)
  }
  const list = open && (
    <Portal preserveTabOrder={false}>
      <FloatingFocusManager context={context} modal={false} guards={false}>
        <div
          ref={refs.setFloating}
          style={floatingStyles}
          {...getFloatingProps({ onKeyDown: closeOnTab, onContextMenu: (event) => event.preventDefault() })}
          role="menu"
          aria-label={label}
          aria-labelledby={undefined}
          className="z-50 min-w-48 max-w-88 overflow-y-auto rounded-lg bg-raised p-1 text-ink shadow-float outline-none"
        >
          {items.map((item) => {
            const index = isAction(item) ? actions.indexOf(item) : -1
            return (
              <MenuRow
                key={item.id}
                item={item}
                isActive={index >= 0 && index === activeIndex}
                register={(node) => {
                  if (index >= 0) elements.current[index] = node
                }}
                itemProps={getItemProps}
                onDone={() => onOpenChange(false)}
              />
            )
          })}
        </div>
      </FloatingFocusManager>
    </Portal>
  )
  return { nodeId, refs, getReferenceProps, list }
}

const fitToScreen = size({
  padding: 8,
  apply: ({ availableHeight, elements }) => {
    elements.floating.style.maxHeight = `${Math.max(MIN_HEIGHT, availableHeight)}px`
  },
})

const MIN_HEIGHT = 120
