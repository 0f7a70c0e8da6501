import { type ComponentType, createContext, use } from 'react'
import type { MenuListProps } from './menu-list.tsx'
import type { TooltipLayerProps } from './tooltip-layer.tsx'

/**
 * What menus and tooltips render when they open, with all of Floating UI (23 kB). The console provides it as lazy parts, which
 * no first screen waits for; the embedded palette, which is one file, has it from the start.
 */
export type OverlayParts = {
  /** Null where there are no menus, such as in the embedded palette. */
  MenuList: ComponentType<MenuListProps> | null
  TooltipLayer: ComponentType<TooltipLayerProps>
}

export const OverlayPartsContext = createContext<OverlayParts | null>(null)

export const useOverlayParts = (): OverlayParts => {
  const parts = use(OverlayPartsContext)
  if (parts === null) throw new Error('menus and tooltips need an OverlayPartsContext above them')
  return parts
}
