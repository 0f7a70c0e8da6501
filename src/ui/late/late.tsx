import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { KeyBufferFallback } from '../../keyboard/key-buffer.tsx'
import { loadIcons } from '../icons/icon-set.ts'
import { orNothing } from './or-nothing.ts'

const loaders = new Set<() => Promise<unknown>>()

/** Has `loadLayers` fetch this too. */
export const loadAhead = (load: () => Promise<unknown>): void => void loaders.add(load)

const needs = new Map<string, () => Promise<unknown>>()

/** What every late part of the console waits for beside its own code: the words that it speaks with, its commands. */
export const waitFor = (need: 'texts' | 'commands', load: () => Promise<unknown>): void => {
  needs.set(need, load)
}

/** A late part with what it needs, and every icon. */
export const withNeeds = async <Part,>(part: Promise<Part>): Promise<Part> => {
  const [loaded] = await Promise.all([
    part,
    loadIcons().catch(() => undefined),
    ...[...needs.values()].map((load) => load()),
  ])
  return loaded
}

/**
 * A layer whose code is fetched when it is first shown, or by `loadLayers` before. Until then it holds the keys that are
 * pressed; where it does not come, nothing stands there.
 */
export const late = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  let Here: ComponentType<Props> | null = null
  const fetchLayer = async () => {
    const loaded = await withNeeds(load())
    Here = loaded.default
    return loaded
  }
  loaders.add(fetchLayer)
  const Layer = lazy(() => orNothing(fetchLayer()))
  return (props) => {
    // One that is shown stays what it is when the next one could be had at once.
    const [Ready] = useState(() => Here)
    if (Ready !== null) return <Ready {...props} />
    return (
      <Suspense fallback={<KeyBufferFallback />}>
        <Layer {...props} />
      </Suspense>
    )
  }
}

/** The same for a layer that knows its records' type. */
export const lateOf = <Layer,>(load: () => Promise<Layer>): Layer =>
  late(async () => ({ default: (await load()) as ComponentType<object> })) as Layer

/** A part that nobody waits for: stands once `loadLayers` has brought it. */
export const unhurried = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let Here: ComponentType<Props> | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  loaders.add(async () => {
    Here = await withNeeds(load())
    for (const listener of listeners) listener()
  })
  return (props) => {
    const Part = useSyncExternalStore(subscribe, () => Here)
    return Part && <Part {...props} />
  }
}

/** Has every layer ready, so that the first key after one opens is its own; what does not come now is asked for again. */
export const loadLayers = (): void => {
  for (const load of loaders) load().catch(() => undefined)
}
