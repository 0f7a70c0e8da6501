import { createAtom } from '@xstate/store'

/**
 * Secrets that the server answered once, by id of their record and of who is signed in. In memory only: gone after a reload.
 */
const secrets = createAtom<ReadonlyMap<string, string>>(new Map())

const keyOf = (user: string, record: string): string => `${user} ${record}`

export const shownOnce = {
  atom: secrets,
  keep: (user: string, record: string, secret: string): void =>
    secrets.set((kept) => new Map(kept).set(keyOf(user, record), secret)),
  of: (kept: ReadonlyMap<string, string>, user: string, record: string): string | null =>
    kept.get(keyOf(user, record)) ?? null,
}
