import { QueryClientProvider } from '@tanstack/react-query'
import { useAtom } from '@xstate/store-react'
import { I18nextProvider } from 'react-i18next'
import { Confirmations } from '../app/shell/confirmations.tsx'
import { ChangeDialog } from '../features/changes/change-dialog.tsx'
import { FormDialog } from '../features/records/form-dialog.tsx'
import type { I18n } from '../i18n/create-i18n.ts'
import { KeyboardProvider } from '../keyboard/use-keyboard.tsx'
import { Palette } from '../palette/palette.tsx'
import type { ToastStore } from '../ui/feedback/toast-store.ts'
import { ToastViewport } from '../ui/feedback/toasts.tsx'
import { IconsContext } from '../ui/icons/icon.tsx'
import { icons } from '../ui/icons/icon-set.ts'
import { PortalRoot } from '../ui/overlay/portal-root.ts'
import type { EmbedDesk } from './embed-desk.ts'
import type { EmbedHost } from './embed-host.ts'
import { EmbedNotice } from './embed-notice.tsx'
import type { EmbedSession } from './embed-session.ts'

type EmbedAppProps = {
  host: EmbedHost
  texts: I18n
  session: EmbedSession
  toasts: ToastStore
}

/** Everything that the palette shows in another page, inside its shadow root. */
export const EmbedApp = ({ host, texts, session, toasts }: EmbedAppProps) => {
  const state = useAtom(session.state)
  return (
    <I18nextProvider i18n={texts.i18n}>
      <IconsContext value={icons}>
        <KeyboardProvider bindings={noBindings} dispatch={doNothing} target={host.page}>
          <PortalRoot value={host.layer}>
            {state.phase === 'ready' && <DeskLayers desk={state.desk} />}
            {state.phase !== 'ready' && state.isShown && (
              <EmbedNotice
                state={state}
                onType={session.type}
                onRetry={session.connect}
                onClose={session.close}
              />
            )}
          </PortalRoot>
          <PortalRoot value={host.tray}>
            <ToastViewport store={toasts} />
          </PortalRoot>
        </KeyboardProvider>
      </IconsContext>
    </I18nextProvider>
  )
}

const DeskLayers = ({ desk: { palette, asking, questions, form, queries } }: { desk: EmbedDesk }) => {
  const change = useAtom(asking)
  return (
    <QueryClientProvider client={queries}>
      <Palette {...palette.props} key={palette.props.actor.sessionId} />
      {change && (
        <ChangeDialog
          key={change.sessionId}
          change={change}
          dryRuns={palette.props.dryRuns}
          onClose={() => asking.set(null)}
        />
      )}
      <Confirmations questions={questions} />
      <FormDialog form={form} />
    </QueryClientProvider>
  )
}

/** Keys are the page's; what the palette's own parts are worked with, they hear themselves. */
const noBindings: [] = []
const doNothing = () => undefined
