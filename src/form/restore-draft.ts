import type { Fields } from '../../domain/lib/field.ts'
import type { Choices } from './choices.ts'
import type { DraftStorage, StoredDraft } from './draft-storage.ts'
import { changedFields, type Draft } from './form-draft.ts'

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
