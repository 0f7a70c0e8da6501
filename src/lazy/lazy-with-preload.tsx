import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { KeyBufferFallback } from '../keyboard/key-buffer.tsx'
import { importWithRetry } from './import-with-retry.ts'

type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the module ahead, so that the component renders synchronously. */
  preload: () => Promise<void>
}

/**
 * `React.lazy` with preloading, for dialogs, menus and panels. While loading, key events are buffered and replayed in the
 * component; pass `fallback` for components that do not take focus. If loading fails, nothing is rendered.
 */
export const lazyWithPreload = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = <KeyBufferFallback />,
): LazyComponent<Props> => {
  let Loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    const module = await importWithRetry(load)
    Loaded = module.default
    return module
  }
  const Lazy = lazy<ComponentType<Props>>(() => loadOnce().catch(() => ({ default: () => null })))
  const preload = async () => {
    if (Loaded === null) await loadOnce().catch(() => undefined)
  }
  return Object.assign(
    (props: Props) => {
      // Decided once: switching from lazy to loaded would remount an open layer.
      const [Ready] = useState(() => Loaded)
      // Also around a loaded module, whose texts may be loading.
      return <Suspense fallback={fallback}>{Ready ? <Ready {...props} /> : <Lazy {...props} />}</Suspense>
    },
    { preload },
  )
}

/** The same, keeping the type parameters of a generic component. */
export const lazyGeneric = <Generic,>(
  load: () => Promise<Generic>,
  fallback?: ReactNode,
): Generic & Pick<LazyComponent<object>, 'preload'> =>
  lazyWithPreload(async () => ({ default: (await load()) as ComponentType<object> }), fallback) as never

/** Preloads components when the browser is idle. */
export const usePreload = (components: readonly { preload: () => Promise<void> }[]): void => {
  useEffect(
    () =>
      whenIdle(() => {
        for (const { preload } of components) void preload()
      }),
    [components],
  )
}

/** No prefetching with the browser's data saver. */
const isSaving = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Milliseconds between looks whether the page still loads, and after which its loading counts no more. */
const LOOK_MS = 200
const MAX_WAIT_MS = 15_000

/** Whether the page still waits for its own rows or screen. */
const isLoading = (): boolean => document.querySelector('[aria-busy="true"]') !== null

/** Runs a task when the browser is idle and the page shows what it was opened for. @returns cancel */
export const whenIdle = (task: () => void): (() => void) => {
  if (isSaving()) return () => undefined
  const since = performance.now()
  let cancel = (): void => undefined
  const runOrWait = (): void => {
    if (isLoading() && performance.now() - since < MAX_WAIT_MS) {
      const timer = setTimeout(ask, LOOK_MS)
      cancel = () => clearTimeout(timer)
    } else task()
  }
  const ask = (): void => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(runOrWait, 2_000)
      cancel = () => clearTimeout(timer)
      return
    }
    const handle = requestIdleCallback(runOrWait)
    cancel = () => cancelIdleCallback(handle)
  }
  ask()
  return () => cancel()
}
