import { FloatingNode } from '@floating-ui/react'
import { useLayoutEffect } from 'react'
import { useMenuList } from './menu.tsx'
import type { MenuItem } from './menu-item.tsx'

export type ContextMenuProps = {
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  /** Where it opens, in the viewport: the point that was pressed, a row. */
  at: DOMRect
  onClose: () => void
}

/** A menu at a place of the screen, open for as long as it is rendered; the focus returns to where it was. */
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
