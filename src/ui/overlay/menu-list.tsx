import { FloatingNode, type Placement } from '@floating-ui/react'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { bufferKeys } from '../../keyboard/key-buffer.tsx'
import type { MenuItem } from './menu-item.tsx'
import { LayerTree } from './portal.tsx'
import { useMenuList } from './use-menu-list.tsx'

/** How a menu was opened: a pointer leaves the focus on no item. */
export type MenuOpening = 'pointer' | 'first-item' | 'last-item'

type MenuListProps = {
  id: string
  label: string
  items: readonly MenuItem[]
  placement: Placement
  button: RefObject<HTMLElement | null>
  opening: MenuOpening
  /** Keys that the button got before this list was loaded: they are pressed again in it. Null from then on. */
  early: RefObject<KeyboardEvent[] | null>
  onClose: () => void
}

/** The list of a menu, open for as long as it is rendered. */
const MenuList = (props: MenuListProps) => (
  <LayerTree>
    <OpenList {...props} />
  </LayerTree>
)

const OpenList = ({ id, label, items, placement, button, opening, early, onClose }: MenuListProps) => {
  const { nodeId, refs, list } = useMenuList({
    id,
    label,
    items,
    placement,
    open: true,
    onOpenChange: (open) => open || onClose(),
    focusItemOnOpen: opening !== 'pointer',
    startsAtLast: opening === 'last-item',
  })
  useLayoutEffect(() => refs.setReference(button.current), [refs, button])
  useEffect(() => {
    const keys = early.current ?? []
    early.current = null
    if (keys.length === 0) return
    const buffer = bufferKeys()
    for (const key of keys) buffer.push(key)
    // The list takes the focus in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(buffer.replay))
  }, [early])
  return <FloatingNode id={nodeId}>{list}</FloatingNode>
}

export default MenuList
