import {
  autoUpdate,
  flip,
  offset,
  type Placement,
  shift,
  useDismiss,
  useFloating,
  useInteractions,
  useRole,
} from '@floating-ui/react'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { Portal } from './portal.tsx'

type TooltipLayerProps = {
  id: string
  element: RefObject<HTMLElement | null>
  placement: Placement
  onClose: () => void
  children: ReactNode
}

/** The text of a tooltip beside its element, for as long as it is rendered. */
const TooltipLayer = ({ id, element, placement, onClose, children }: TooltipLayerProps) => {
  const { refs, floatingStyles, context } = useFloating({
    open: true,
    onOpenChange: (open) => open || onClose(),
    placement,
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  })
  useLayoutEffect(() => refs.setReference(element.current), [refs, element])
  const { getFloatingProps } = useInteractions([
    // Escape is meant for the layer below: the tooltip closes with it and does not stop the key.
    useDismiss(context, { bubbles: { escapeKey: true } }),
    useRole(context, { role: 'tooltip' }),
  ])
  return (
    <Portal>
      <div
        ref={refs.setFloating}
        style={floatingStyles}
        {...getFloatingProps()}
        id={id}
        className="z-50 flex max-w-72 items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-ink shadow-float"
      >
        {children}
      </div>
    </Portal>
  )
}

export default TooltipLayer
