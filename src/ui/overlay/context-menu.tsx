import { FloatingNode } from '@floating-ui/react'
import { useLayoutEffect } from 'react'
import { useMenuList } from './menu.tsx'
import type { MenuItem } from './menu-item.tsx'

export type ContextMenuProps = {
  /** Accessible name. */
  label: string
  items: readonly MenuItem[]
  /** Viewport rectangle at which it opens. */
  at: DOMRect
  onClose: () => void
}

/** A menu at a position, open while rendered; restores focus. */
export const ContextMenu = ({ label, items, at, onClose }: ContextMenuProps) => {
  const { nodeId, refs, list } = useMenuList({
    label,
    items,
    placement: 'bottom-start',
    open: true,
    onOpenChange: (open) => open || onClose(),
    focusItemOnOpen: true,
  })
  useLayoutEffect(() => refs.setPositionReference({ getBoundingClientRect: () => at }), [refs, at])
  return <FloatingNode id={nodeId}>{list}</FloatingNode>
}
