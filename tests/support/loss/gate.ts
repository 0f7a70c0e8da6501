import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the count rises, at most this many milliseconds; false if it does not. */
export const untilMore = async (count: () => number, atMost: number): Promise<boolean> => {
  const [before, began] = [count(), performance.now()]
  while (count() === before && performance.now() - began < atMost) await sleep(5)
  return count() > before
}

/** Work that begins only while the gate is open. */
export type Gate = {
  open: () => void
  /** Closes the gate: blocks new work, aborts running work, resolves once none is left. */
  close: () => Promise<void>
  /** Waits for the gate and runs the work; rejects with an `AbortError` if the gate closes meanwhile. */
  pass: <Result>(work: (cut: AbortSignal) => Promise<Result>) => Promise<Result>
}

export const makeGate = (): Gate => {
  let cutting = new AbortController()
  let whenCut: Promise<never> = new Promise(() => {})
  let isOpen = false
  let inside = 0
  let letIn = () => {}
  let opened = new Promise<void>((resolve) => {
    letIn = resolve
  })
  return {
    open: () => {
      cutting = new AbortController()
      const { signal } = cutting
      whenCut = new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      whenCut.catch(() => {})
      isOpen = true
      letIn()
    },
    close: async () => {
      isOpen = false
      opened = new Promise<void>((resolve) => {
        letIn = resolve
      })
      cutting.abort()
      while (inside > 0) await sleep(2)
    },
    pass: async (work) => {
      while (!isOpen) await opened
      inside++
      try {
        // Node 20's `fetch` may never settle if its connection is reset while aborting.
        return await Promise.race([work(cutting.signal), whenCut])
      } finally {
        inside--
      }
    },
  }
}
