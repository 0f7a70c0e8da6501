import type { ReadonlyAtom } from '@xstate/store'

type Place = { key: string; pathname: string }

type RouterState = {
  location: Place
  /** `location`: target of the pending navigation. */
  navigation: { location?: Place | undefined }
  historyAction: string
}

type Router = { state: RouterState; subscribe: (listener: (state: RouterState) => void) => () => void }

/**
 * Closes dialogs when their page is left by Back, Forward or a link. A dialog opened during a navigation belongs to the next
 * page.
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
  /** @returns unregister, when closed otherwise */
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
    /** Registers a layer that is open while the atom has a value. */
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

/** Another path or history entry; a changed filter does not leave the page. */
const isLeft = (opened: Place, { location, historyAction }: RouterState): boolean =>
  opened.key !== location.key && (opened.pathname !== location.pathname || historyAction === 'POP')

function nothing(): void {}
