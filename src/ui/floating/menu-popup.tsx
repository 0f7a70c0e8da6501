import { FloatingNode } from '@floating-ui/react'
import type { MenuItem, MenuStart } from './menu-item.ts'
import type { Placement } from './placement.ts'
import { useMenu } from './use-menu.tsx'

type MenuPopupProps = {
  id: string
  label: string
  items: readonly MenuItem[]
  placement: Placement
  anchor: HTMLElement
  start: MenuStart
  onClose: () => void
}

/** The list of a Menu, open for as long as it is rendered. */
const MenuPopup = ({ onClose, ...settings }: MenuPopupProps) => {
  const { nodeId, popup } = useMenu({ ...settings, onOpenChange: (open) => open || onClose() })
  return <FloatingNode id={nodeId}>{popup}</FloatingNode>
}

export default MenuPopup
