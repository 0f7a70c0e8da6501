import { useAtom } from '@xstate/store-react'
import { useSyncExternalStore } from 'react'
import type { Connection } from '../../layouts/connection-state.tsx'
import type { LiveFeed } from './open-live.ts'

/** Whether what is on screen is what is so. The browser knows that its network is gone before the stream misses a beat. */
export const useConnection = ({ state }: LiveFeed): Connection => {
  const stream = useAtom(state)
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOnline ? stream : 'offline'
}

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
