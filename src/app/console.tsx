import { useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { admits } from '../../domain/access/routes.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { landing, routeOf } from '../../machines/session/landing.ts'
import { ChangeDialog } from '../features/changes/change-dialog.tsx'
import { LeaveDialog } from '../features/records/leave-dialog.tsx'
import { KeyboardProvider } from '../keyboard/use-keyboard.tsx'
import { WhichKey } from '../keyboard/which-key.tsx'
import { Palette } from '../palette/palette.tsx'
import { ToastViewport } from '../ui/toast-viewport.tsx'
import { WorkspaceContext } from '../workspace/workspace.ts'
import { Confirmations } from './confirmations.tsx'
import { ConsoleShell } from './console-shell.tsx'
import { createWorkspace } from './create-workspace.ts'
import { HelpSheet } from './help-sheet.tsx'
import { Screens } from './screens.tsx'
import { useServices } from './services.ts'

/** Everything behind the gates, for one signed-in person. */
export const Console = ({ user }: { user: SessionRecord }) => {
  const services = useServices()
  const navigate = useNavigate()
  const { t } = useTranslation()
  const country = useSyncExternalStore(services.country.subscribe, services.country.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once for a person and country; the rest only lends its hands.
  const desk = useMemo(
    () => createWorkspace({ services, user, country, navigate, t }),
    [services, user.id, country],
  )
  const { workspace, help, changes, questions } = desk
  const isHelpOpen = useSyncExternalStore(help.subscribe, help.get)
  const asking = useSyncExternalStore(changes.asking.subscribe, changes.asking.get)
  const [bindings] = useState(() => workspace.registry.bindings)
  return (
    <WorkspaceContext value={workspace}>
      <KeyboardProvider bindings={bindings} dispatch={workspace.run}>
        <ConsoleShell live={desk.live}>
          <Guarded user={user} />
        </ConsoleShell>
        <Palette {...desk.palette.props} />
        <HelpSheet
          registry={workspace.registry}
          context={workspace.commandContext}
          open={isHelpOpen}
          onClose={() => help.set(false)}
        />
        {asking && (
          <ChangeDialog key={asking.sessionId} change={asking} onClose={() => changes.asking.set(null)} />
        )}
        <Confirmations questions={questions} />
        <LeaveDialog guard={workspace.guard} />
        <WhichKey labelKey={(command) => `commands:${command}.label`} />
        <ToastViewport store={services.toasts} />
      </KeyboardProvider>
    </WorkspaceContext>
  )
}

/** The screen of the path where the role may open it; its own landing otherwise. */
const Guarded = ({ user }: { user: SessionRecord }) => {
  const { pathname } = useLocation()
  const { session } = useServices()
  const route = routeOf(pathname)
  if (route !== null && admits(route, user.role)) return <Screens />
  return <Navigate replace to={landing(user, session.getSnapshot().context.next)} />
}
