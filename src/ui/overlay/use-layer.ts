import { use, useEffect, useRef } from 'react'
import { PortalRoot } from '../floating/portal.tsx'
import { createLateTaps } from './late-taps.ts'
import { createLayerHistory, type LayerHistory } from './layer-history.ts'

let history: LayerHistory | null = null
const layerHistory = () => {
  history ??= createLayerHistory(window)
  return history
}

let taps: ReturnType<typeof createLateTaps> | null = null
const lateTaps = () => {
  taps ??= createLateTaps(window)
  return taps
}

/** After each navigation of the router, by the root of the pages; the first call starts listening. */
export const pageShown = (): void => {
  lateTaps()
  layerHistory().pageShown()
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
    const { current } = layer
    lateTaps().layerOpened()
    const remove = matchMedia('(pointer: coarse)').matches ? layerHistory().open(current) : undefined
    return () => {
      remove?.()
      lateTaps().layerClosed()
    }
  }, [isOpen, isEmbedded])
}
