import { scopeOf } from '../../../domain/access/permissions.ts'
import type { Api } from '../../api/create-api.ts'
import { showOutbox, showQueued } from '../../features/delivery/show-outbox.ts'
import { i18n } from '../../i18n/i18n.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { ConsoleServices } from '../services/console-services.ts'
import type { createChanges } from './create-changes.ts'
import type { LiveFeed } from './open-live.ts'
import { createRetireUndone } from './retire-undone.ts'

type Input = Pick<ConsoleServices, 'outbox' | 'toasts'> & {
  api: Api
  user: Workspace['user']
  live: LiveFeed
  changes: ReturnType<typeof createChanges>
  keysFor: (command: string) => string | undefined
}

/** Toasts of queued changes: sent, refused, undone elsewhere. Returns its end. */
export const reportOutbox = ({ outbox, toasts, api, user, live, changes, keysFor }: Input): (() => void) => {
  const { t } = i18n
  const tellers = {
    toasts,
    t,
    role: user.role,
    undoBatch: changes.undoBatch,
    keysOf: keysFor,
    remember: (undo: () => boolean) => changes.remember(undo, { isQueued: true }),
    details: changes.details,
  }
  const retireUndone = createRetireUndone({
    latest:
      scopeOf(user, 'change.list') === null
        ? null
        : () => api.changes.list({ where: { actor: user.id }, sort: '-at', limit: 30 }),
    toasts,
    words: () => t('errors:ALREADY_UNDONE'),
  })
  const stops = [
    live.listen(retireUndone),
    outbox.onResult((...result) => showOutbox(outbox, tellers, ...result)),
    outbox.onQueued((entries) => showQueued(outbox, tellers, entries)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
