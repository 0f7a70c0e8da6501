import { lazyComponent } from '../../lazy/lazy-component.tsx'
import type { OverlayParts } from './overlay-parts.ts'

export const lazyOverlays = {
  MenuList: lazyComponent(() => import('./menu-list.tsx')),
  TooltipLayer: lazyComponent(() => import('./tooltip-layer.tsx')),
} satisfies OverlayParts
