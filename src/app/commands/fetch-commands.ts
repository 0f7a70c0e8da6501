import type { lateCommands } from './late-commands.ts'

type Late = typeof lateCommands

let fetching: Promise<Late> | null = null
let fetched: Late | null = null

/** The commands that come late, fetched once for every workspace of this page; asked for again where they did not come. */
export const fetchCommands = (): Promise<Late> => {
  fetching ??= import('./late-commands.ts').then((module) => {
    fetched = module.lateCommands
    return fetched
  })
  fetching.catch(() => {
    fetching = null
  })
  return fetching
}

/** Null until they are here. */
export const fetchedCommands = (): Late | null => fetched
