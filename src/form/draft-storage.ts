import type { Fields } from '../../domain/lib/field.ts'
import { deviceStorage, type KeyedStorage, tabStorage } from '../storage/browser-storage.ts'
import { type Choices, changedFields, type Draft } from './form-model.ts'

/** Unsaved form input. `version`: of the record edited; `words`: labels of chosen references. */
type StoredDraft = { fields: Draft; words: Record<string, string>; version: number | null }

/** Persists one user's unsaved input of one form across reloads, crashes, logouts and closed tabs. */
type DraftStorage = {
  read: () => StoredDraft | null
  keep: (kept: StoredDraft) => void
  forget: () => void
}

/** Milliseconds after which drafts of closed tabs expire. */
export const longestWait = 7 * 24 * 3_600_000

type Storages = { tab?: KeyedStorage; device?: KeyedStorage; now?: () => number }

/** Key prefix of a user's drafts. */
const draftsOf = (user: string): string => `draft ${user} `

/**
 * Drafts are in session storage while the tab is open, so that tabs do not overwrite each other, and move to local storage when
 * it closes. Keys contain the user's id; other users' expired drafts are deleted on write.
 */
export const createDraftStorage = (
  user: string,
  form: string,
  { tab = tabStorage, device = deviceStorage, now = Date.now }: Storages = {},
): DraftStorage => {
  const key = `${draftsOf(user)}${form}`
  for (const name of draftsIn(device)) {
    const isStale = now() - (leftAt(device.getItem(name)) ?? 0) > longestWait
    // A draft that this tab has too was left there by its previous page.
    if (isStale || !name.startsWith(draftsOf(user)) || tab.getItem(name) !== null) device.removeItem(name)
  }
  leaveAtEnd(tab, device)
  return {
    read: () => {
      const left = device.getItem(key)
      if (left !== null && tab.getItem(key) === null) put(tab, key, left)
      device.removeItem(key)
      return parse(tab.getItem(key))
    },
    keep: (kept) => put(tab, key, JSON.stringify(kept)),
    forget: () => {
      tab.removeItem(key)
      device.removeItem(key)
    },
  }
}

let isListening = false

/** Mobile browsers may kill hidden pages without an event, so drafts move as soon as the page is hidden. */
const leaveAtEnd = (tab: KeyedStorage, device: KeyedStorage): void => {
  if (isListening || typeof window === 'undefined') return
  isListening = true
  const leave = () => leaveDrafts(tab, device)
  const takeBack = () => {
    for (const name of draftsIn(tab)) device.removeItem(name)
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', takeBack)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') takeBack()
    else if (matchMedia('(pointer: coarse)').matches) leave()
  })
}

/** Copies this tab's drafts to local storage. */
export const leaveDrafts = (tab: KeyedStorage, device: KeyedStorage, at = Date.now()): void => {
  for (const name of draftsIn(tab)) {
    const kept = parse(tab.getItem(name))
    if (kept !== null) put(device, name, JSON.stringify({ ...kept, at }))
  }
}

const draftsIn = (storage: KeyedStorage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((name) =>
    name.startsWith('draft '),
  )

const put = (storage: KeyedStorage, key: string, text: string): void => {
  try {
    storage.setItem(key, text)
  } catch {
    // Storage full or disabled: the form works without drafts.
  }
}

const leftAt = (text: string | null): number | null => {
  const kept = parse(text)
  return kept !== null && 'at' in kept && typeof kept.at === 'number' ? kept.at : null
}

const parse = (text: string | null): StoredDraft | null => {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

const isKept = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'fields' in value &&
  typeof value.fields === 'object' &&
  'words' in value

/** The initial values overwritten by the stored draft, for fields that still exist. */
export const restoredDraft = (start: Draft, kept: StoredDraft | null): Draft => ({
  ...start,
  ...Object.fromEntries(
    Object.entries(kept?.fields ?? {}).filter(([name, value]) => typeof value === typeof start[name]),
  ),
})

/** Stores changed fields except passwords; deletes the draft if there are none. */
export const shelve = (
  shelf: DraftStorage,
  fields: Fields,
  { start, draft, words, version }: { start: Draft; draft: Draft } & Omit<StoredDraft, 'fields'>,
): void => {
  const names = changedFields(start, draft).filter((name) => fields[name]?.kind !== 'password')
  const changed = Object.fromEntries(names.map((name) => [name, draft[name] ?? '']))
  if (names.length === 0) shelf.forget()
  else shelf.keep({ fields: changed, words, version })
}

/** Adds the stored labels of chosen references. */
export const choicesWith = (choices: Choices, kept: StoredDraft | null): Choices => {
  if (kept === null) return choices
  const called = Object.entries(kept.words).flatMap(([name, label]) => {
    const value = kept.fields[name]
    if (typeof value !== 'string') return []
    return [[name, { ...choices[name], chosen: value === '' ? null : { value, label } }] as const]
  })
  return { ...choices, ...Object.fromEntries(called) }
}

/** Draft functions of a form. A separate module, loaded only by forms with drafts. */
export const storedForm = (shelf: DraftStorage) => ({
  read: shelf.read,
  restoredDraft,
  choicesWith,
  shelve: (fields: Fields, state: Parameters<typeof shelve>[2]) => shelve(shelf, fields, state),
})

export type StoredForm = ReturnType<typeof storedForm>
