import { AsyncLocalStorage } from 'node:async_hooks'

type Work = { user: string | null }

const storage = new AsyncLocalStorage<Work>()

/** On whose behalf the running code works, for fair turns; null for the server's own work. Never for permissions. */
export const currentUser = (): string | null => storage.getStore()?.user ?? null

export const runAsUser = <Answer>(work: Work, run: () => Answer): Answer => storage.run(work, run)
