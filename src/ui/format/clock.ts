import { createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { useEffect } from 'react'

const TICK_MS = 15_000

const now = createAtom(Date.now())
let users = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time in milliseconds, from one clock for the whole page; it stands still while no component uses it. */
export const useNow = (): number => {
  useEffect(() => {
    users += 1
    if (users === 1) {
      now.set(Date.now())
      timer = setInterval(() => now.set(Date.now()), TICK_MS)
    }
    return () => {
      users -= 1
      if (users === 0) clearInterval(timer)
    }
  }, [])
  return useAtom(now)
}
