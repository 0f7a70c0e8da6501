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
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isAction, type MenuItem, type MenuStart } from './menu-item.ts'
import { MenuRow } from './menu-row.tsx'
import { Portal, useEscapeCapture } from './portal.tsx'

type MenuSettings = {
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  onOpenChange: (open: boolean) => void
  placement: Placement
  /** The button that it hangs under, where there is one. */
  anchor?: HTMLElement
  /** Where the keyboard starts. */
  start: MenuStart
  id?: string
}

/** What every open menu does, wherever it opens: arrows, Home, End, the first letters, Enter; Escape and Tab leave it. */
export const useMenu = ({ label, items, onOpenChange, placement, anchor, start, id }: MenuSettings) => {
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const nodeId = useFloatingNodeId()
  const { refs, floatingStyles, context } = useFloating({
    nodeId,
    open: true,
    onOpenChange,
    placement,
    elements: { reference: anchor },
    middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8 }), fitToScreen],
    whileElementsMounted: autoUpdate,
  })

  const actions = items.filter(isAction)
  const elements = useRef<(HTMLElement | null)[]>([])
  const words = useRef<(string | null)[]>([])
  words.current = actions.map((action) => action.label)

  const { getFloatingProps, getItemProps } = useInteractions([
    useRole(context, { role: 'menu' }),
    useDismiss(context, { capture: useEscapeCapture() }),
    useListNavigation(context, {
      listRef: elements,
      activeIndex,
      onNavigate: setActiveIndex,
      loop: true,
      focusItemOnOpen: start === 'nothing' ? 'auto' : true,
    }),
    useTypeahead(context, { listRef: words, activeIndex, onMatch: setActiveIndex }),
  ])
  const last = start === 'last' ? actions.length - 1 : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it starts; from there on the keyboard leads.
  useEffect(() => {
    if (last !== null) setActiveIndex(last)
  }, [])
  // A menu is one stop: Tab leaves it for its button.
  const leaveOnTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    onOpenChange(false)
  }

  const popup: ReactNode = (
    <Portal preserveTabOrder={false}>
      <FloatingFocusManager context={context} modal={false} guards={false}>
        <div
          ref={refs.setFloating}
          style={floatingStyles}
          {...getFloatingProps({ onKeyDown: leaveOnTab, onContextMenu: (event) => event.preventDefault() })}
          id={id}
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
  return { nodeId, refs, popup }
}

const fitToScreen = size({
  padding: 8,
  apply: ({ availableHeight, elements }) => {
    elements.floating.style.maxHeight = `${Math.max(120, availableHeight)}px`
  },
})
