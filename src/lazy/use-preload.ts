import { useEffect } from 'react'
import { whenIdle } from './when-idle.ts'

/** Preloads lazy components once the browser is idle, so that each opens with the key that asks for it. */
export const usePreload = (components: readonly { preload: () => Promise<void> }[]): void => {
  useEffect(
    () =>
      whenIdle(() => {
        for (const { preload } of components) void preload()
      }),
    [components],
  )
}
