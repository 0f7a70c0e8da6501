import type { ResourceName } from '../../../domain/resources.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { mayShare, type View, wholeList } from '../../../domain/views/view.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { NamedView, SavedViews } from './saved-views.ts'
import { withDefaultView } from './use-default-view.ts'

export type ViewActs = {
  resource: ResourceName
  saved: SavedViews
  preferences: Workspace['preferences']
  ports: Pick<CommandPorts, 'notify' | 'say'>
  user: Pick<SessionRecord, 'role'>
  show: (id: string) => void
}

const tell = ({ ports }: ViewActs, titleKey: string, view: View) =>
  ports.notify({ tone: 'success', titleKey, values: { name: view.name } })

export const updateView = async (
  acts: ViewActs,
  view: View,
  changes: { query: string; columns: string },
): Promise<void> => {
  await acts.saved.update(view, changes)
  tell(acts, 'views:updated', view)
}

export const shareView = async (acts: ViewActs, view: View): Promise<void> => {
  const changed = await acts.saved.update(view, { isShared: !view.isShared })
  tell(acts, changed.isShared ? 'views:shared' : 'views:unshared', changed)
}

/** A deleted view is no default any more; the toast restores it. */
export const removeView = async (acts: ViewActs, view: View): Promise<void> => {
  const { saved, show, ports, user, preferences, resource } = acts
  await saved.remove(view)
  if (preferences.get().defaultViews[resource] === view.id) keepDefault(acts, undefined)
  show(wholeList)
  const { name, query, columns } = view
  const isShared = view.isShared && mayShare(user.role)
  const restore = () => saved.create({ name, query, columns, isShared }).then(({ id }) => show(id))
  ports.notify({
    titleKey: 'views:deleted',
    values: { name },
    action: {
      labelKey: 'changes:undo',
      run: () => void restore().catch(() => ports.notify({ tone: 'danger', titleKey: 'views:failed' })),
    },
  })
}

/** Makes a view the one that its list opens with; null: none. */
export const setDefaultView = (acts: ViewActs, view: NamedView | null): void => {
  const { ports, preferences, resource } = acts
  const former = preferences.get().defaultViews[resource]
  keepDefault(acts, view?.id)
  ports.notify({
    tone: 'success',
    titleKey: view === null ? 'views:noDefault' : 'views:madeDefault',
    values: { name: view === null ? '' : (view.saved?.name ?? ports.say(view.labelKey ?? '')) },
    action: { labelKey: 'changes:undo', run: () => keepDefault(acts, former) },
  })
}

const keepDefault = ({ preferences, resource }: ViewActs, id: string | undefined): void =>
  preferences.update((now) => withDefaultView(now, resource, id))
