import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { KeyBufferFallback } from '../keyboard/key-buffer.tsx'
import { importWithRetry } from './import-with-retry.ts'

type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the module ahead of time; from then on the component renders at once. */
  preload: () => Promise<void>
}

/**
 * `React.lazy` for dialogs, menus and side panels. Keys that are pressed while a dialog's or a menu's module loads
 * are pressed again in it; `fallback` replaces that where nothing takes the focus. If the module cannot be loaded, nothing
 * is rendered and the screen goes on.
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
      // Chosen once: a switch from the lazy component to the loaded one would mount an open layer again.
      const [Ready] = useState(() => Loaded)
      // Also around a loaded module: it may still wait for its texts.
      return <Suspense fallback={fallback}>{Ready ? <Ready {...props} /> : <Lazy {...props} />}</Suspense>
    },
    { preload },
  )
}

/** The same for a component that is generic in its records' type. */
export const lazyGeneric = <Generic,>(
  load: () => Promise<Generic>,
): Generic & Pick<LazyComponent<object>, 'preload'> =>
  lazyWithPreload(async () => ({ default: (await load()) as ComponentType<object> })) as never

/** Preloads lazy components once the browser is idle, so that each opens with the key that asks for it. */
export const usePreload = (components: readonly { preload: () => Promise<void> }[]): void => {
  useEffect(
    () =>
      whenIdle(() => {
        for (const { preload } of components) void preload()
      }),
    [components],
  )
}

/** With the browser's data saver on, nothing is prefetched. */
const isSaving = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Runs a prefetch once the browser is idle. @returns cancels it, if it has not begun */
export const whenIdle = (task: () => void): (() => void) => {
  if (isSaving()) return () => undefined
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task)
  return () => cancelIdleCallback(handle)
}
