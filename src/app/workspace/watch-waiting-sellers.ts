import type { Atom } from '@xstate/store'
import type { Api } from '../../api/create-api.ts'
import type { Workspace } from '../../workspace/workspace.ts'

type Input = { api: Pick<Api, 'list'>; onLive: Workspace['onLive']; count: Atom<number> }

/** Milliseconds between a change of users and the count, which several changes share. */
const PAUSE_MS = 1_000

/** Counts the sellers of all countries who wait for activation, now and after changes of users. Returns its end. */
export const watchWaitingSellers = ({ api, onLive, count }: Input): (() => void) => {
  const read = () =>
    api
      .list('users', { where: { isWaiting: 'true' }, limit: 1 })
      .then(({ total }) => count.set(total))
      // Keeps the last count.
      .catch(() => undefined)
  let timer = setTimeout(read, PAUSE_MS)
  const stop = onLive(({ resource }) => {
    if (resource !== 'users') return
    clearTimeout(timer)
    timer = setTimeout(read, PAUSE_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
