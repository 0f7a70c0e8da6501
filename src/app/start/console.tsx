import { QueryClientProvider } from '@tanstack/react-query'
import { useAtom } from '@xstate/store-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { admits } from '../../../domain/access/routes.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { landing, routeOf } from '../../../machines/session/landing.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { KeyboardProvider } from '../../keyboard/use-keyboard.tsx'
import { WhichKey } from '../../keyboard/which-key.tsx'
import { Redirect, useLocation, useNavigate } from '../../router/router.tsx'
import { loadLayers } from '../../ui/late/late.tsx'
import { ToastViewport } from '../../ui/told/toast-viewport.tsx'
import { WorkspaceContext } from '../../workspace/workspace.ts'
import { Screens } from '../screens/screens.tsx'
import { ConsoleShell } from '../shell/console-shell.tsx'
import { Layers } from '../shell/layers.tsx'
import { languageToSpeak } from '../texts/speak.ts'
import { createWorkspace } from '../workspace/create-workspace.ts'
import { PaletteLayer } from '../workspace/late-palette.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { prefetchParts } from './prefetch-parts.ts'
import { useServices } from './services.ts'
import { whenIdle } from './when-idle.ts'

type Input = Parameters<typeof createWorkspace>[0]
let kept: { input: Input; desk: ReturnType<typeof createWorkspace> } | null = null

/** Made once for a person and country, however often React begins to render what it then throws away. */
const workspaceOf = (input: Input): ReturnType<typeof createWorkspace> => {
  const isKept =
    kept !== null &&
    (['services', 'country', 'navigate'] as const).every((name) => kept?.input[name] === input[name]) &&
    (['id', 'name'] as const).every((name) => kept?.input.user[name] === input.user[name])
  if (!isKept || kept === null) kept = { input, desk: createWorkspace(input) }
  return kept.desk
}

/** Everything behind the gates, for one signed-in person. */
export const Console = ({ user }: { user: SessionRecord }) => {
  const services = useServices()
  const navigate = useNavigate()
  const { t } = useTranslation()
  const country = useAtom(services.country)
  const desk = workspaceOf({ services, user, country, navigate })
  const { workspace, tellOutbox } = desk
  useEffect(
    () => () => {
      kept = null
    },
    [],
  )
  useEffect(() => tellOutbox(), [tellOutbox])
  useEffect(() => prefetchParts(({ later, texts }) => [...texts.later[languageToSpeak()], ...later]), [])
  useEffect(() => whenIdle(loadLayers), [])
  const { effective } = workspace.keys
  const bindings = useAtom(effective)
  return (
    <WorkspaceContext value={workspace}>
      <QueryClientProvider client={workspace.queries}>
        <KeyboardProvider bindings={bindings} dispatch={workspace.run}>
          <ConsoleShell live={desk.live} log={desk.log}>
            <CrashBoundary isFramed>
              <Guarded user={user} />
            </CrashBoundary>
          </ConsoleShell>
          <PaletteLayer palette={desk.palette} />
          <Layers desk={desk} />
          <WhichKey label={(id) => commandLabel(workspace.registry.get(id) ?? { id }, t)} />
          <ToastViewport store={services.toasts} />
        </KeyboardProvider>
      </QueryClientProvider>
    </WorkspaceContext>
  )
}

/** The screen of the path where the role may open it; its own landing otherwise. */
const Guarded = ({ user }: { user: SessionRecord }) => {
  const { pathname } = useLocation()
  const route = routeOf(pathname)
  if (route !== null && admits(route, user.role)) return <Screens />
  return <Redirect to={landing(user)} />
}
