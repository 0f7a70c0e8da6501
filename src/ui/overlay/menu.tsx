import { FloatingNode, type Placement, useMergeRefs } from '@floating-ui/react'
import { cloneElement, type HTMLProps, type ReactElement, useState } from 'react'
import type { MenuItem } from './menu-item.tsx'
import { useMenuList } from './use-menu-list.tsx'

export type MenuProps = {
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  /** A button: Button, IconButton or a plain `<button>`. */
  trigger: ReactElement<HTMLProps<HTMLElement>>
  placement?: Placement
}

/** A menu under its button: Enter, Space and the arrows open it, Escape goes back to the button. */
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
