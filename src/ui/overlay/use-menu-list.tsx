import {
  autoUpdate,
  FloatingFocusManager,
  flip,
  offset,
  type Placement,
  shift,
  size,
  useDismiss,
  useFloating,
  useFloatingNodeId,
  useInteractions,
  useListNavigation,
  useRole,
  useTypeahead,
} from '@floating-ui/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isAction, type MenuItem, MenuRow } from './menu-item.tsx'
import { Portal, useDismissCapture } from './portal.tsx'

type MenuListOptions = {
  id?: string
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
  placement: Placement
  focusItemOnOpen: boolean
  /** The last item is the first to be focused. */
  startsAtLast?: boolean
}

/** What every menu does: arrows, Home, End, the first letters and Enter choose; Escape and Tab close it. */
export const useMenuList = ({
  id,
  label,
  items,
  open,
  onOpenChange,
  placement,
  focusItemOnOpen,
  startsAtLast = false,
}: MenuListOptions) => {
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
  const [activeIndex, setActiveIndex] = useState<number | null>(startsAtLast ? actions.length - 1 : null)
  const elements = useRef<(HTMLElement | null)[]>([])
  const labels = useRef<(string | null)[]>([])
  labels.current = actions.map((action) => action.label)
  const { getFloatingProps, getItemProps } = useInteractions([
    useRole(context, { role: 'menu' }),
    useDismiss(context, { capture: useDismissCapture() }),
    useListNavigation(context, {
      listRef: elements,
      activeIndex,
      onNavigate: setActiveIndex,
      loop: true,
      focusItemOnOpen,
    }),
    useTypeahead(context, { enabled: open, listRef: labels, activeIndex, onMatch: setActiveIndex }),
  ])
  // A menu is one tab stop: Tab goes back to its button.
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
          {...(id === undefined ? {} : { id })}
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
  return { nodeId, refs, list }
}

const fitToScreen = size({
  padding: 8,
  apply: ({ availableHeight, elements }) => {
    elements.floating.style.maxHeight = `${Math.max(MIN_HEIGHT, availableHeight)}px`
  },
})

const MIN_HEIGHT = 120
