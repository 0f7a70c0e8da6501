import type { ReadonlyAtom } from '@xstate/store'

type Place = { key: string; pathname: string }

type RouterState = {
  location: Place
  /** `location` is where the navigation that is under way leads. */
  navigation: { location?: Place | undefined }
  historyAction: string
}

type Router = { state: RouterState; subscribe: (listener: (state: RouterState) => void) => () => void }

/**
 * The dialogs over a page that belong to it, and are closed when it is left, by Back, Forward or a link. What is opened
 * while the next page loads belongs to that page.
 */
export const createPageLayers = () => {
  let router: Router | null = null
  const layers = new Map<() => void, Place>()
  const closeLeft = (state: RouterState) => {
    for (const [close, place] of layers) {
      if (!isLeft(place, state)) continue
      layers.delete(close)
      close()
    }
  }
  /** @returns forgets the layer, once it is closed in another way */
  const opened = (close: () => void): (() => void) => {
    if (router !== null) layers.set(close, router.state.navigation.location ?? router.state.location)
    return () => void layers.delete(close)
  }
  return {
    follow: (followed: Router): void => {
      router = followed
      followed.subscribe(closeLeft)
    },
    opened,
    /** Follows a layer that is open while the atom has a value. */
    followAtom: <Value>(atom: ReadonlyAtom<Value>, close: () => void): void => {
      let forget = nothing
      atom.subscribe((value) => {
        forget()
        forget = value ? opened(close) : nothing
      })
    },
  }
}

export type PageLayers = ReturnType<typeof createPageLayers>

/** Another path, or another entry of the history: a filter that changes under a dialog leaves no page. */
const isLeft = (opened: Place, { location, historyAction }: RouterState): boolean =>
  opened.key !== location.key && (opened.pathname !== location.pathname || historyAction === 'POP')

function nothing(): void {}
