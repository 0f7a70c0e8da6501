import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { useInputPopover } from '../ui/overlay/use-input-popover.ts'

type FilterPopoverProps = {
  box: RefObject<HTMLElement | null>
  role?: 'status'
  className: string
  children: ReactNode
}

/** What the filter box shows below itself. Loaded on its own: its library is not needed before something is written. */
const FilterPopover = ({ box, children, ...rest }: FilterPopoverProps) => {
  const { refs, floatingStyles } = useInputPopover({ open: true, width: 'atMost' })
  useLayoutEffect(() => refs.setReference(box.current), [refs, box])
  return (
    <div ref={refs.setFloating} style={floatingStyles} {...rest}>
      {children}
    </div>
  )
}

export default FilterPopover
