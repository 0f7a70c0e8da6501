type LayerWindow = Pick<Window, 'history' | 'location' | 'addEventListener'>

/** A position in the session history. `page`: the router's index. `depth`: layers opened above the page's own entry. */
type Place = { page: number; depth: number }

export type Layer = { close: () => void; isClosable: boolean }

/**
 * Layers as entries of the session history, so that Back on a phone closes the top layer instead of leaving the page. An entry
 * stays after its layer was closed otherwise: the next layer reuses it, and Back skips it. Removing it would race with a
 * navigation from the layer, because `history.back()` is asynchronous.
 */
export const createLayerHistory = (window: LayerWindow) => {
  const { history, location } = window
  const layers: Layer[] = []
  const read = (): Place => ({ page: history.state?.idx ?? 0, depth: history.state?.layers ?? 0 })
  let here = read()
  let { href } = location

  const mark = (depth: number) => history.replaceState({ ...history.state, layers: depth }, '')

  // Captured before the router's listener, which must not see moves within a page.
  window.addEventListener(
    'popstate',
    (event) => {
      const next = read()
      // Another page, or a blocked navigation that the router takes back.
      if (next.page !== here.page || next.depth === here.depth) return
      event.stopImmediatePropagation()
      const isBack = next.depth < here.depth
      const { depth } = here
      here = next
      // The page may have changed its query while a layer was open.
      if (location.href !== href) history.replaceState(history.state, '', href)
      if (!isBack) return
      const left = layers.slice(next.depth).toReversed()
      if (left.length === 0) history.go(-(next.depth + 1))
      else if (left.some(({ isClosable }) => !isClosable)) history.go(depth - next.depth)
      else for (const layer of left) layer.close()
    },
    { capture: true },
  )

  return {
    /** After each navigation of the router. */
    pageShown: (): void => {
      const now = read()
      // The router replaced the entry of a layer.
      if (now.page === here.page && now.depth < here.depth) mark(here.depth)
      here = read()
      href = location.href
    },
    /** Adds a layer and returns its removal. */
    open: (layer: Layer): (() => void) => {
      layers.push(layer)
      // While a blocked navigation is taken back, the current entry is of another page.
      const now = read()
      if (now.page === here.page && now.depth < layers.length) {
        history.pushState({ ...history.state, layers: layers.length }, '')
        here = read()
      }
      return () => {
        const index = layers.indexOf(layer)
        if (index >= 0) layers.splice(index, 1)
      }
    },
  }
}

export type LayerHistory = ReturnType<typeof createLayerHistory>
