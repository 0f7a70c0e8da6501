/** Where the browser is, and what whoever came here handed on. */
export type Place = { readonly pathname: string; readonly search: string; readonly state: unknown }

export type Going = { replace?: boolean; state?: unknown }

export const placeNow = (): Place => ({
  pathname: location.pathname,
  search: location.search,
  state: entryOf(history.state)?.usr ?? null,
})

/** Numbers the entry that the page was opened at: a guard of the history counts how far it is from one to another. */
export const numberFirst = (): void => {
  if (entryOf(history.state) === null) history.replaceState({ ...history.state, idx: 0 }, '')
}

export const goTo = (to: string, { replace = false, state = null }: Going = {}): void => {
  const idx = entryOf(history.state)?.idx ?? 0
  if (replace) history.replaceState({ usr: state, idx }, '', to)
  else history.pushState({ usr: state, idx: idx + 1 }, '', to)
}

type Entry = { idx: number; usr?: unknown }

const entryOf = (state: unknown): Entry | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? (state as Entry)
    : null
