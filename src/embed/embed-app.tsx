import { QueryClientProvider } from '@tanstack/react-query'
import { useAtom } from '@xstate/store-react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { Confirmations } from '../app/shell/confirmations.tsx'
import { ChangeDialog } from '../features/changes/change-dialog.tsx'
import { FormDialog } from '../features/record-form/form-dialog.tsx'
import type { I18n } from '../i18n/create-i18n.ts'
import { KeyboardProvider } from '../keyboard/use-keyboard.tsx'
import { Palette } from '../palette/palette.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/feedback/screen-states.tsx'
import type { ToastStore } from '../ui/feedback/toast-store.ts'
import { ToastViewport } from '../ui/feedback/toasts.tsx'
import { OverlayProvider, PortalRoot } from '../ui/floating/portal.tsx'
import { Icon, IconsContext } from '../ui/icons/icon.tsx'
import { allIcons } from '../ui/icons/icon-set.ts'
import { PictureOrigin } from '../ui/icons/picture.tsx'
import { ModalOverlay } from '../ui/overlay/modal-overlay.tsx'
import type { EmbedHost } from './embed-host.ts'
import { EmbedProof } from './embed-proof.tsx'
import type { EmbedSession, EmbedState } from './embed-session.ts'
import type { EmbedWorkspace } from './embed-workspace.ts'

type EmbedNoticeProps = {
  state: Exclude<EmbedState, { phase: 'ready' }>
  /** Keeps text typed while loading. */
  onType: (query: string) => void
  onRetry: () => void
  onClose: () => void
}

/** Shown instead of the palette: loading, or an error with Retry. */
export const EmbedNotice = ({ state, onType, onRetry, onClose }: EmbedNoticeProps) => {
  const { t } = useTranslation('embed')
  return (
    <ModalOverlay
      aria-label={t('title')}
      onClose={onClose}
      overlayClassName="flex items-start justify-center px-3 pt-[max(12px,14vh)] pb-4"
      className={cx(
        'w-full max-w-160 animate-appear overflow-hidden rounded-lg bg-raised text-ink shadow-float',
        // Same width as the palette, so that the field does not move.
        state.phase === 'loading' && 'pane:max-w-240',
      )}
    >
      {state.phase === 'loading' ? (
        <Connecting onType={onType} />
      ) : (
        <Failed code={state.code} onRetry={onRetry} onClose={onClose} />
      )}
    </ModalOverlay>
  )
}

/** The search field while loading: typing can start at once. */
const Connecting = ({ onType }: { onType: (query: string) => void }) => {
  const { t } = useTranslation('embed')
  return (
    <>
      <div className="flex min-h-12 items-center gap-2 border-b border-line px-3.5">
        <Icon name="search" className="text-ink-muted" />
        <input
          // In the ref callback, not an effect: the first key may already be pressed.
          ref={takeFocus}
          aria-label={t('title')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
          className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none focus-visible:outline-none"
        />
      </div>
      <div className="flex flex-col gap-3 p-4">
        <p role="status" className="text-ink-muted">
          {t('connecting')}
        </p>
        <Skeleton className="h-6 w-full" />
        <Skeleton className="h-6 w-2/3" />
      </div>
    </>
  )
}

const takeFocus = (input: HTMLInputElement | null): void => input?.focus()

const Failed = ({ code, onRetry, onClose }: { code: string; onRetry: () => void; onClose: () => void }) => {
  const { t, i18n } = useTranslation(['embed', 'errors'])
  const kind = kinds[code] ?? 'refused'
  const isExplained = kind === 'refused' && i18n.exists(`errors:${code}`)
  return (
    <>
      <div role="alert" className="flex items-start gap-3 p-4">
        <Icon name="alert" className="mt-0.5 text-danger" />
        <div className="min-w-0 flex-1">
          <p className="font-medium">{t(`embed:${kind}.title`)}</p>
          <p className="mt-1 text-ink-muted">
            {isExplained ? t(`errors:${code}`) : t(`embed:${kind}.detail`)}
          </p>
          <p className="mt-2 font-mono text-xs text-ink-faint">{code}</p>
        </div>
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-4 py-3">
        <Button variant="ghost" keys="Escape" onClick={onClose}>
          {t('embed:close')}
        </Button>
        <Button autoFocus variant="primary" keys="Enter" onClick={onRetry}>
          {t('embed:retry')}
        </Button>
      </footer>
    </>
  )
}

const kinds: Record<string, 'unreachable' | 'signedOut'> = {
  OFFLINE: 'unreachable',
  UNAUTHORIZED: 'signedOut',
}

type EmbedAppProps = {
  host: EmbedHost
  /** Origin of pictures, next to the API. */
  filesOrigin: string
  texts: I18n
  session: EmbedSession
  toasts: ToastStore
}

/** Root component inside the shadow root. */
export const EmbedApp = ({ host, filesOrigin, texts, session, toasts }: EmbedAppProps) => {
  const state = useAtom(session.state)
  return (
    <I18nextProvider i18n={texts.i18n}>
      <IconsContext value={allIcons}>
        <OverlayProvider>
          <KeyboardProvider bindings={noBindings} dispatch={doNothing} target={host.page}>
            <PortalRoot value={host.layer}>
              {state.phase === 'ready' && (
                <PictureOrigin value={filesOrigin}>
                  <EmbedLayers workspace={state.workspace} />
                </PictureOrigin>
              )}
              <EmbedProof proof={session.proof} />
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
        </OverlayProvider>
      </IconsContext>
    </I18nextProvider>
  )
}

const EmbedLayers = ({
  workspace: { palette, asking, questions, form, queries },
}: {
  workspace: EmbedWorkspace
}) => {
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

/** The page keeps its shortcuts; the palette's components handle their keys themselves. */
const noBindings: [] = []
const doNothing = () => undefined
