import type { Fields } from '../../domain/lib/field.ts'
import { deviceStorage, type KeyedStorage, tabStorage } from '../storage/browser-storage.ts'
import { type Choices, changedFields, type Draft } from './form-model.ts'

/** What was typed in a form and not saved. `version` is the one that it was typed over; `words` are what references are called. */
type StoredDraft = { fields: Draft; words: Record<string, string>; version: number | null }

/** Where one person's words of one form outlive a reload, a crash, a session that ended and a tab that was closed. */
type DraftStorage = {
  read: () => StoredDraft | null
  keep: (kept: StoredDraft) => void
  forget: () => void
}

/** Milliseconds that a closed tab's words wait on the device for their person. */
export const longestWait = 7 * 24 * 3_600_000

type Storages = { tab?: KeyedStorage; device?: KeyedStorage; now?: () => number }

/** What the keys of a user's drafts begin with. */
const draftsOf = (user: string): string => `draft ${user} `

/**
 * In this tab while it is open, so that two tabs do not write each other's words; on the device once it has gone. Under
 * the person's id: the next person is not shown it, and what a closed tab left of others goes when they write.
 */
export const createDraftStorage = (
  user: string,
  form: string,
  { tab = tabStorage, device = deviceStorage, now = Date.now }: Storages = {},
): DraftStorage => {
  const key = `${draftsOf(user)}${form}`
  for (const name of draftsIn(device)) {
    const isStale = now() - (leftAt(device.getItem(name)) ?? 0) > longestWait
    // A draft of this tab was only left by its previous page.
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

/** A phone ends a page that nobody sees without another word: there what is out of sight is left already. */
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

/** Has the device keep what this tab holds, from now on. */
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
    // A browser that keeps nothing, or no more: the form goes on without.
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

/** The form as it was left: what was kept over what it starts with, where it still has that field. */
export const restoredDraft = (start: Draft, kept: StoredDraft | null): Draft => ({
  ...start,
  ...Object.fromEntries(
    Object.entries(kept?.fields ?? {}).filter(([name, value]) => typeof value === typeof start[name]),
  ),
})

/** Keeps what was changed, but never a password; forgets it where nothing is. */
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

/** References that were chosen before are called what they were then. */
export const choicesWith = (choices: Choices, kept: StoredDraft | null): Choices => {
  if (kept === null) return choices
  const called = Object.entries(kept.words).flatMap(([name, label]) => {
    const value = kept.fields[name]
    if (typeof value !== 'string') return []
    return [[name, { ...choices[name], chosen: value === '' ? null : { value, label } }] as const]
  })
  return { ...choices, ...Object.fromEntries(called) }
}

/** How a form keeps itself: made where drafts are kept at all, so that the others do not fetch this. */
export const storedForm = (shelf: DraftStorage) => ({
  read: shelf.read,
  restoredDraft,
  choicesWith,
  shelve: (fields: Fields, state: Parameters<typeof shelve>[2]) => shelve(shelf, fields, state),
})

export type StoredForm = ReturnType<typeof storedForm>
