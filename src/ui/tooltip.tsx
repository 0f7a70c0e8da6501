import {
  autoUpdate,
  FloatingPortal,
  flip,
  offset,
  shift,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
  useMergeRefs,
  useRole,
} from '@floating-ui/react'
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useState,
} from 'react'
import { Keycap } from './keycap.tsx'

type Anchor = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

export type TooltipProps = {
  text: ReactNode
  keys?: string
  /** False where the text only repeats the accessible name. */
  describes?: boolean
  /** One element that takes a ref and can be focused. */
  children: Anchor
}

/** A word more, on hover and on focus alike; Escape puts it away. */
export const Tooltip = ({ text, keys, describes = true, children }: TooltipProps) => {
  const [open, setOpen] = useState(false)
  const { refs, floatingStyles, context } = useFloating({
    open,
    onOpenChange: setOpen,
    placement: 'bottom',
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  })
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { move: false, delay: { open: 400, close: 0 } }),
    useFocus(context),
    // What lies under the tooltip is what Escape means: the tooltip goes with it and takes nothing for itself.
    useDismiss(context, { referencePress: true, bubbles: { escapeKey: true } }),
    useRole(context, { role: 'tooltip', enabled: describes }),
  ])
  const ref = useMergeRefs([refs.setReference, children.props.ref ?? null])
  return (
    <>
      {cloneElement(children, { ...getReferenceProps(children.props as HTMLAttributes<Element>), ref })}
      {open && (
        <FloatingPortal>
          <div
            ref={refs.setFloating}
            style={floatingStyles}
            {...getFloatingProps()}
            className="z-50 flex max-w-72 items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-ink shadow-float"
          >
            {text}
            {keys && <Keycap keys={keys} />}
          </div>
        </FloatingPortal>
      )}
    </>
  )
}
