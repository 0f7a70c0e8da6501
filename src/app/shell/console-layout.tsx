import { useAtom } from '@xstate/store-react'
import { Suspense, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type NavigateOptions, Outlet, useLoaderData, useLocation, useNavigate } from 'react-router-dom'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { isEverAllowed } from '../../commands/command.ts'
import { labelOfCommand } from '../../commands/run-command.ts'
import { preloadTexts } from '../../i18n/i18n.ts'
import { bufferKeys, KeyBufferFallback } from '../../keyboard/key-buffer.tsx'
import { ScanDecoder } from '../../keyboard/scan-decoder.tsx'
import { ScanTargetsProvider } from '../../keyboard/scan-targets.tsx'
import { KeyboardProvider } from '../../keyboard/use-keyboard.tsx'
import { WhichKey } from '../../keyboard/which-key.tsx'
import { whenIdle } from '../../lazy/lazy-with-preload.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { ToastViewport } from '../../ui/feedback/toasts.tsx'
import { IconsContext } from '../../ui/icons/icon.tsx'
import { allIcons } from '../../ui/icons/icon-set.ts'
import { pageShown } from '../../ui/overlay/use-layer.ts'
import { WorkspaceContext } from '../../workspace/workspace.ts'
import { type AppServices, useAppServices } from '../services/app-services.ts'
import { type ConsoleServices, createConsoleServices } from '../services/console-services.ts'
import { createWorkspace } from '../workspace/create-workspace.ts'
import { preloadUndo } from '../workspace/load-undo.ts'
import { PaletteLayer } from '../workspace/palette-layer.tsx'
import { ConsoleShell } from './console-shell.tsx'
import { Layers } from './layers.tsx'
import { ProofHost } from './proof-host.tsx'

/** Layout route of authenticated screens. Its loader is the guard, which returns the user. */
export const ConsoleLayout = () => {
  const user: SessionRecord = useLoaderData()
  const services = consoleServicesOf(useAppServices())
  const navigate = useBufferedNavigate()
  const { t } = useTranslation()
  const country = useAtom(services.country)
  const parts = workspaceOf({ services, user, country, navigate })
  const { workspace, reportOutbox, watchWaiting } = parts
  useEffect(
    () => () => {
      current = null
    },
    [],
  )
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each navigation.
  useEffect(pageShown, [location])
  useEffect(() => reportOutbox(), [reportOutbox])
  useEffect(() => watchWaiting(), [watchWaiting])
  useEffect(() => whenIdle(preloadRecordPages), [])
  useEffect(() => whenIdle(preloadUndo), [])
  useEffect(() => whenIdle(() => void preloadTexts()), [])
  const { effective } = workspace.keys
  const bindings = useAtom(effective)
  return (
    <WorkspaceContext value={workspace}>
      <IconsContext value={allIcons}>
        {/* Mounted before any component that captures keys while loading. */}
        <ScanDecoder onScan={parts.scans.read} isAwaited={parts.scans.targets.awaitsCode} />
        <ScanTargetsProvider targets={parts.scans.targets}>
          <KeyboardProvider bindings={bindings} dispatch={workspace.run}>
            <ConsoleShell live={parts.live} log={parts.log}>
              <Suspense fallback={<PageFallback />}>
                <Outlet />
              </Suspense>
            </ConsoleShell>
            <Suspense fallback={<KeyBufferFallback />}>
              <PaletteLayer parts={parts} />
            </Suspense>
            <Suspense fallback={<KeyBufferFallback />}>
              <Layers parts={parts} />
            </Suspense>
            <Suspense fallback={<KeyBufferFallback />}>
              <ProofHost />
            </Suspense>
            <WhichKey
              label={(id) => labelOfCommand(id, workspace.registry.get, t)}
              isOffered={(id) => {
                const command = workspace.registry.get(id)
                return command === undefined || isEverAllowed(command, workspace.commandContext())
              }}
            />
            <ToastViewport store={services.toasts} />
          </KeyboardProvider>
        </ScanTargetsProvider>
      </IconsContext>
    </WorkspaceContext>
  )
}

/** Fallback while a page's texts or code load; buffers keys for it. */
const PageFallback = () => {
  const { t } = useTranslation('common')
  return (
    <>
      <KeyBufferFallback takesFocus={false} />
      <h1 className="sr-only">{t('loading')}</h1>
      <Skeleton className="p-6" lines={4} />
    </>
  )
}

let consoleServices: { of: AppServices; services: ConsoleServices } | null = null

/** Created once per page: the outbox keeps sending when layouts change. */
const consoleServicesOf = (of: AppServices): ConsoleServices => {
  if (consoleServices?.of !== of) consoleServices = { of, services: createConsoleServices(of) }
  return consoleServices.services
}

type Input = Parameters<typeof createWorkspace>[0]
let current: { input: Input; parts: ReturnType<typeof createWorkspace> } | null = null

/** Cached by user and country, because React may discard renders. */
const workspaceOf = (input: Input): ReturnType<typeof createWorkspace> => {
  const isSame =
    current !== null &&
    (['services', 'country', 'navigate'] as const).every((name) => current?.input[name] === input[name]) &&
    (['id', 'name'] as const).every((name) => current?.input.user[name] === input.user[name])
  if (!isSame || current === null) current = { input, parts: createWorkspace(input) }
  return current.parts
}

/** Preloaded for use without a network. */
const preloadRecordPages = () => void import('./view-screens.tsx').catch(() => undefined)

/**
 * `navigate` for commands: buffers keys, Escape included, until the next page has rendered. If the navigation is blocked or
 * fails, they are replayed on the present page.
 */
const useBufferedNavigate = () => {
  const navigate = useNavigate()
  const location = useLocation()
  const buffer = useRef<ReturnType<typeof bufferKeys>>(null)
  const rendered = useRef(location.key)
  const pending = useRef(0)
  const replay = useCallback(() => {
    const ended = buffer.current
    buffer.current = null
    if (ended !== null) requestAnimationFrame(ended.replay)
  }, [])

  // After the page's own effects, which may move focus.
  useEffect(() => {
    rendered.current = location.key
    replay()
  }, [location, replay])
  useEffect(() => replay, [replay])

  return useCallback(
    async (path: string, options?: NavigateOptions) => {
      buffer.current ??= bufferKeys()
      pending.current += 1
      await navigate(path, options)
      pending.current -= 1
      // The router updates `history.state` before React renders the page.
      const isRendered = (history.state?.key ?? 'default') === rendered.current
      if (isRendered && pending.current === 0) replay()
    },
    [navigate, replay],
  )
}
