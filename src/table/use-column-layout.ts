import { useSyncExternalStore } from 'react'
import { type ColumnLayout, readLayout } from './column-layout.ts'
import { createStore, type Store } from './store.ts'

/** A list's column layout, kept in this browser under `storageKey`; every component that asks for it sees the same one. */
export function useColumnLayout(storageKey: string): readonly [ColumnLayout, (layout: ColumnLayout) => void] {
  const store = layoutStore(storageKey)
  return [useSyncExternalStore(store.subscribe, store.get), store.set]
}

/** The same outside React: what commands and saved views set. */
export function columnLayout(storageKey: string): Store<ColumnLayout> {
  return layoutStore(storageKey)
}

/** Begins a layout that this browser has not kept yet. */
export function beginLayout(storageKey: string, layout: () => ColumnLayout): void {
  if (stores.has(storageKey) || localStorage.getItem(`columns.${storageKey}`) !== null) return
  layoutStore(storageKey).set(layout())
}

const stores = new Map<string, Store<ColumnLayout>>()

function layoutStore(storageKey: string): Store<ColumnLayout> {
  const known = stores.get(storageKey)
  if (known) return known
  const store = createStore(readLayout(localStorage.getItem(`columns.${storageKey}`)))
  let saving: ReturnType<typeof setTimeout> | undefined
  const saveNow = () => {
    if (saving !== undefined) save()
  }
  const save = () => {
    clearTimeout(saving)
    saving = undefined
    localStorage.setItem(`columns.${storageKey}`, JSON.stringify(store.get()))
  }
  store.subscribe(() => {
    clearTimeout(saving)
    saving = setTimeout(save, 250)
    // A page that is left before then must not take the choice with it.
    window.addEventListener('pagehide', saveNow)
  })
  stores.set(storageKey, store)
  return store
}
