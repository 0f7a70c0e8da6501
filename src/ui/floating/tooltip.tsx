import {
  autoUpdate,
  flip,
  offset,
  type Placement,
  shift,
  useDelayGroup,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
  useMergeRefs,
  useRole,
} from '@floating-ui/react'
import { cloneElement, type HTMLProps, type ReactElement, type ReactNode, useState } from 'react'
import { Keycap } from '../kbd/keycap.tsx'
import { Portal } from './portal.tsx'

export type TooltipProps = {
  text: ReactNode
  keys?: string
  /** False if the text only repeats the accessible name. */
  describes?: boolean
  placement?: Placement
  /** One focusable element. */
  children: ReactElement<HTMLProps<HTMLElement>>
}

/** Tooltip on hover and focus; Escape hides it. */
export const Tooltip = ({ text, keys, describes = true, placement = 'bottom', children }: TooltipProps) => {
  const [open, setOpen] = useState(false)
  const { refs, floatingStyles, context } = useFloating({
    open,
    onOpenChange: setOpen,
    placement,
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  })
  const { delay } = useDelayGroup(context)
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { mouseOnly: true, move: false, delay }),
    useFocus(context),
    // Escape belongs to the layer below: the tooltip closes without stopping it.
    useDismiss(context, { referencePress: true, bubbles: { escapeKey: true } }),
    useRole(context, { enabled: describes, role: 'tooltip' }),
  ])
  const { props } = children
  return (
    <>
      {cloneElement(children, {
        ...getReferenceProps(props),
        ref: useMergeRefs([refs.setReference, props.ref]),
      })}
      {open && (
        <Portal>
          <div
            ref={refs.setFloating}
            style={floatingStyles}
            {...getFloatingProps()}
            className="z-50 flex max-w-72 items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-ink shadow-float"
          >
            {text}
            {keys && <Keycap keys={keys} />}
          </div>
        </Portal>
      )}
    </>
  )
}
