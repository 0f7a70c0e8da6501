import { createLateTaps } from './late-taps.ts'
import { createLayerHistory, type Layer } from './layer-history.ts'

/** What layers need on touch screens: Back closes them, and no second tap goes through them. */
export const createTouchLayers = (window: Window) => {
  const history = createLayerHistory(window)
  const taps = createLateTaps(window)
  return {
    pageShown: history.pageShown,
    /** Returns the removal of the layer. */
    open: (layer: Layer): (() => void) => {
      taps.layerOpened()
      const remove = history.open(layer)
      return () => {
        remove()
        taps.layerClosed()
      }
    },
  }
}

export type TouchLayers = ReturnType<typeof createTouchLayers>
