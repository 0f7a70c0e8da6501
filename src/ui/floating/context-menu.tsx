import { FloatingNode } from '@floating-ui/react'
import { useLayoutEffect } from 'react'
import type { MenuItem } from './menu-item.ts'
import { useMenu } from './use-menu.tsx'

export type ContextMenuProps = {
  /** Names the list for assistive technology. */
  label: string
  items: readonly MenuItem[]
  /** Where it opens, in the window: a point that was pressed, a row. */
  at: DOMRect
  onClose: () => void
}

/** A menu over what it is about, open for as long as it is rendered; the focus goes back to where it was. */
export const ContextMenu = ({ label, items, at, onClose }: ContextMenuProps) => {
  const { nodeId, refs, popup } = useMenu({
    label,
    items,
    placement: 'bottom-start',
    onOpenChange: (open) => open || onClose(),
    start: 'first',
  })
  useLayoutEffect(() => refs.setPositionReference({ getBoundingClientRect: () => at }), [refs, at])
  return <FloatingNode id={nodeId}>{popup}</FloatingNode>
}
