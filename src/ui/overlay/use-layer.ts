import { use, useEffect, useRef } from 'react'
import { PortalRoot } from '../floating/portal.tsx'
import type { TouchLayers } from './touch-layers.ts'

let touch: TouchLayers | null = null
let isAsked = false

/** After each navigation of the console; the first call loads what touch screens need. */
export const pageShown = (): void => {
  touch?.pageShown()
  if (isAsked || !matchMedia('(pointer: coarse)').matches) return
  isAsked = true
  import('./touch-layers.ts').then(
    ({ createTouchLayers }) => {
      touch = createTouchLayers(window)
    },
    // Layers work without it.
    () => undefined,
  )
}

/**
 * Registers an open layer: on phones Back closes it, unless its input would be lost, and the second tap of a double tap that
 * closed it is swallowed. Not in a page that embeds the palette: its history is not ours.
 */
export const useLayer = (isOpen: boolean, onClose: () => void, isClosable = true): void => {
  const isEmbedded = use(PortalRoot) !== undefined
  const layer = useRef({ close: onClose, isClosable })
  layer.current.close = onClose
  layer.current.isClosable = isClosable
  useEffect(() => {
    if (!isOpen || isEmbedded) return
    return touch?.open(layer.current)
  }, [isOpen, isEmbedded])
}
