import { autoUpdate, flip, offset, shift, useDismiss, useFloating, useInteractions } from '@floating-ui/react'
import type { ReactNode } from 'react'
import { Keycap } from '../keys/keycap.tsx'
import type { Placement } from './placement.ts'
import { Portal } from './portal.tsx'

type TooltipPopupProps = {
  id: string
  anchor: HTMLElement
  text: ReactNode
  keys?: string
  describes: boolean
  placement: Placement
  onClose: () => void
}

/** What a Tooltip says, beside its anchor. In a chunk of its own: until something is said, nobody pays for its place. */
const TooltipPopup = ({ id, anchor, text, keys, describes, placement, onClose }: TooltipPopupProps) => {
  const { refs, floatingStyles, context } = useFloating({
    open: true,
    onOpenChange: (open) => open || onClose(),
    placement,
    elements: { reference: anchor },
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  })
  const { getFloatingProps } = useInteractions([
    // What lies under the tooltip is what Escape means: the tooltip goes with it and takes nothing for itself.
    useDismiss(context, { bubbles: { escapeKey: true } }),
  ])
  return (
    <Portal>
      <div
        ref={refs.setFloating}
        style={floatingStyles}
        {...getFloatingProps()}
        id={id}
        role={describes ? 'tooltip' : undefined}
        className="z-50 flex max-w-72 items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-ink shadow-float"
      >
        {text}
        {keys && <Keycap keys={keys} />}
      </div>
    </Portal>
  )
}

export default TooltipPopup
