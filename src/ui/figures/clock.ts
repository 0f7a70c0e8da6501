const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for every relative time on the page, for `useSyncExternalStore`; it stops when nobody looks. */
export const clock = {
  getSnapshot: () => now,
  subscribe: (listener: () => void) => {
    if (listeners.size === 0) {
      now = Date.now()
      timer = setInterval(tick, 15_000)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) clearInterval(timer)
    }
  },
}
