import { useAtom } from '@xstate/store-react'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLoaderData, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { SessionRecord } from '../../domain/users/user.ts'
import { commandLabel } from '../commands/run-command.ts'
import { preloadTexts } from '../i18n/i18n.ts'
import { KeyBufferFallback } from '../keyboard/key-buffer.tsx'
import { KeyboardProvider } from '../keyboard/use-keyboard.tsx'
import { WhichKey } from '../keyboard/which-key.tsx'
import { whenIdle } from '../lazy/when-idle.ts'
import { Skeleton } from '../ui/feedback/screen-states.tsx'
import { ToastViewport } from '../ui/feedback/toasts.tsx'
import { IconsContext } from '../ui/icons/icon.tsx'
import { allIcons } from '../ui/icons/icon-set.ts'
import { WorkspaceContext } from '../workspace/workspace.ts'
import { type AppServices, useAppServices } from './app-services.ts'
import { type ConsoleServices, createConsoleServices } from './console-services.ts'
import { ConsoleShell } from './shell/console-shell.tsx'
import { Layers } from './shell/layers.tsx'
import { createWorkspace } from './workspace/create-workspace.ts'
import { PaletteLayer } from './workspace/palette-layer.tsx'

/** The layout route of every screen behind the gates. Its guard is the loader, which answers the user. */
export const ConsoleLayout = () => {
  const user: SessionRecord = useLoaderData()
  const services = consoleServicesOf(useAppServices())
  const navigate = useNavigate()
  const { t } = useTranslation()
  const country = useAtom(services.country)
  const desk = workspaceOf({ services, user, country, navigate })
  const { workspace, tellOutbox } = desk
  useEffect(
    () => () => {
      current = null
    },
    [],
  )
  useEffect(() => tellOutbox(), [tellOutbox])
  useEffect(() => whenIdle(preloadRecordPages), [])
  useEffect(() => whenIdle(() => void preloadTexts()), [])
  const { effective } = workspace.keys
  const bindings = useAtom(effective)
  return (
    <WorkspaceContext value={workspace}>
      <IconsContext value={allIcons}>
        <KeyboardProvider bindings={bindings} dispatch={workspace.run}>
          <LeftPages closeLayers={desk.closeLayers} dismissRefusals={services.toasts.dismissRefusals} />
          <ConsoleShell live={desk.live} log={desk.log}>
            <Suspense fallback={<Skeleton className="p-6" lines={4} />}>
              <Outlet />
            </Suspense>
          </ConsoleShell>
          <Suspense fallback={<KeyBufferFallback />}>
            <PaletteLayer desk={desk} />
          </Suspense>
          <Suspense fallback={<KeyBufferFallback />}>
            <Layers desk={desk} />
          </Suspense>
          <WhichKey label={(id) => commandLabel(workspace.registry.get(id) ?? { id }, t)} />
          <ToastViewport store={services.toasts} />
        </KeyboardProvider>
      </IconsContext>
    </WorkspaceContext>
  )
}

/**
 * Back and Forward close the layers that belong to the page, or to its query, that is left. Refusals are put away by any
 * way to another page. A component of its own, so that the frame is not rendered with each address.
 */
const LeftPages = ({
  closeLayers,
  dismissRefusals,
}: Record<'closeLayers' | 'dismissRefusals', () => void>) => {
  const { pathname, search } = useLocation()
  const way = useNavigationType()
  const shown = useRef({ pathname, search })
  // What is opened while the next page loads belongs to that page.
  const hadLayers = useRef(true)
  useEffect(() => {
    const note = () => {
      hadLayers.current = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    const left = shown.current
    shown.current = { pathname, search }
    const isOtherPage = left.pathname !== pathname
    if (isOtherPage) dismissRefusals()
    const isMoved = isOtherPage || left.search !== search
    if (way === 'POP' && isMoved && hadLayers.current) closeLayers()
  }, [pathname, search, way, closeLayers, dismissRefusals])
  return null
}

let consoleServices: { of: AppServices; services: ConsoleServices } | null = null

/** Created once for the page: the outbox goes on sending while another layout is shown. */
const consoleServicesOf = (of: AppServices): ConsoleServices => {
  if (consoleServices?.of !== of) consoleServices = { of, services: createConsoleServices(of) }
  return consoleServices.services
}

type Input = Parameters<typeof createWorkspace>[0]
let current: { input: Input; desk: ReturnType<typeof createWorkspace> } | null = null

/** One workspace for a user and country, however often React starts a render that it discards. */
const workspaceOf = (input: Input): ReturnType<typeof createWorkspace> => {
  const isSame =
    current !== null &&
    (['services', 'country', 'navigate'] as const).every((name) => current?.input[name] === input[name]) &&
    (['id', 'name'] as const).every((name) => current?.input.user[name] === input.user[name])
  if (!isSame || current === null) current = { input, desk: createWorkspace(input) }
  return current.desk
}

/** A record's page is one key away from its list: with and without a network. */
const preloadRecordPages = () => void import('./view-screens.tsx').catch(() => undefined)
