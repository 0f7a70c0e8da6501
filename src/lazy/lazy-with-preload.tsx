import type { ComponentType, ReactNode } from 'react'
import { KeyBufferFallback } from '../keyboard/key-buffer.tsx'
import { type LazyComponent, lazyComponent } from './lazy-component.tsx'

/**
 * `lazyComponent` for what opens over the screen or beside it. Keys that are pressed while a dialog's or a menu's module
 * loads are pressed again in it; `fallback` replaces that where nothing takes the focus.
 */
export const lazyWithPreload = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = <KeyBufferFallback />,
): LazyComponent<Props> => lazyComponent(load, fallback)

/** The same for a component that is generic in its records' type. */
export const lazyGeneric = <Generic,>(
  load: () => Promise<Generic>,
): Generic & Pick<LazyComponent<object>, 'preload'> =>
  lazyWithPreload(async () => ({ default: (await load()) as ComponentType<object> })) as never
