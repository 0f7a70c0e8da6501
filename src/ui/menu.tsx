import {
  autoUpdate,
  FloatingFocusManager,
  FloatingNode,
  FloatingPortal,
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
import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  useRef,
  useState,
} from 'react'
import { isAction, type MenuItem } from './menu-item.ts'
import { MenuRow } from './menu-row.tsx'

export type MenuProps = {
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  /** A button: Button, IconButton or a plain `<button>`. */
  trigger: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>
  placement?: Placement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A menu under its button: arrows, Home, End, the first letters, Enter; Escape goes back to the button. */
export const Menu = ({ label, items, trigger, placement = 'bottom-start', ...controlled }: MenuProps) => {
  const [ownOpen, setOwnOpen] = useState(false)
  const open = controlled.open ?? ownOpen
  const setOpen = controlled.onOpenChange ?? setOwnOpen
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const nodeId = useFloatingNodeId()
  const { refs, floatingStyles, context } = useFloating({
    nodeId,
    open,
    onOpenChange: setOpen,
    placement,
    middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8 }), fitToScreen],
    whileElementsMounted: autoUpdate,
  })

  const actions = items.filter(isAction)
  const elements = useRef<(HTMLElement | null)[]>([])
  const words = useRef<(string | null)[]>([])
  words.current = actions.map((action) => action.label)

  const { getReferenceProps, getFloatingProps, getItemProps } = useInteractions([
    useClick(context),
    useRole(context, { role: 'menu' }),
    useDismiss(context),
    useListNavigation(context, { listRef: elements, activeIndex, onNavigate: setActiveIndex, loop: true }),
    useTypeahead(context, { listRef: words, activeIndex, onMatch: open ? setActiveIndex : () => {} }),
  ])
  // A menu is one stop: Tab leaves it for its button.
  const leaveOnTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    setOpen(false)
  }
  const ref = useMergeRefs([refs.setReference, trigger.props.ref ?? null])

  return (
    <FloatingNode id={nodeId}>
      {cloneElement(trigger, { ...getReferenceProps(trigger.props as HTMLAttributes<Element>), ref })}
      {open && (
        <FloatingPortal preserveTabOrder={false}>
          <FloatingFocusManager context={context} modal={false} guards={false}>
            <div
              ref={refs.setFloating}
              style={floatingStyles}
              {...getFloatingProps({ onKeyDown: leaveOnTab })}
              role="menu"
              aria-label={label}
              aria-labelledby={undefined}
              className="z-50 min-w-48 overflow-y-auto rounded-lg bg-raised p-1 text-ink shadow-float outline-none"
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
                    onDone={() => setOpen(false)}
                  />
                )
              })}
            </div>
          </FloatingFocusManager>
        </FloatingPortal>
      )}
    </FloatingNode>
  )
}

const fitToScreen = size({
  padding: 8,
  apply: ({ availableHeight, elements }) => {
    elements.floating.style.maxHeight = `${Math.max(120, availableHeight)}px`
  },
})
