let hold: ((event: PopStateEvent) => void) | null = null

/**
 * To be called before the router starts to listen: browsers call the window's own listeners in the order in which they
 * came, capturing or not, and what is held must not reach the router.
 */
export const listenBeforeRouter = (): void => window.addEventListener('popstate', (event) => hold?.(event))

/**
 * Holds the browser where it is in its history: Back and Forward are taken back before the router hears of them, and
 * `ask` is given what would go there all the same. The router numbers its entries: `history.state.idx`.
 *
 * @returns lets go again
 */
export const guardHistory = (ask: (go: () => void) => void): (() => void) => {
  const here = indexOf(window.history.state)
  let isReturning = false
  const onPop = (event: PopStateEvent) => {
    const there = indexOf(event.state)
    // Without a number it is no entry of the router's: how far to go back is not known.
    if (here === null || there === null) return
    event.stopImmediatePropagation()
    const step = there - here
    if (isReturning || step === 0) {
      isReturning = false
      return
    }
    isReturning = true
    window.history.go(-step)
    ask(() => window.history.go(step))
  }
  hold = onPop
  return () => {
    if (hold === onPop) hold = null
  }
}

const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null
