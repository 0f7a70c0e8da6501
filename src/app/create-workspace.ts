import type { TFunction } from 'i18next'
import type { NavigateFunction } from 'react-router-dom'

import type { CountryCode } from '../../domain/countries.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import type { CommandContext } from '../commands/command-context.ts'
import type { CommandPorts, Question } from '../commands/command-ports.ts'
import { runCommand } from '../commands/run-command.ts'
import { type ChangeActor, createChangeHost } from '../features/changes/change-host.ts'
import { showChange } from '../features/changes/show-change.ts'

import { createStore } from '../table/store.ts'
import { createLeaveGuard } from '../workspace/leave-guard.ts'
import { createViewStore } from '../workspace/view-store.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { createPalette } from './create-palette.ts'
import { changeLanguage } from './i18n.ts'
import { openLive } from './open-live.ts'
import { createConsoleRegistry } from './registry.ts'
import type { Services } from './services.ts'
import { toggleTheme } from './theme.ts'

type Input = {
  services: Services
  user: SessionRecord
  country: CountryCode
  navigate: NavigateFunction
  t: TFunction
}

/** Rows that changed stay where they are and say so; after a change of more than these the list is read anew. */
const mostInPlace = 500

export type AskedQuestion = Question & { answer: (isYes: boolean) => void }

/** Builds what screens and commands work with, for one person in one country. */
export const createWorkspace = ({ services, user, country, navigate, t }: Input) => {
  const { api, session, toasts } = services
  const view = createViewStore()
  const guard = createLeaveGuard()
  const help = createStore(false)
  const questions = createStore<AskedQuestion | null>(null)
  const asking = createStore<ChangeActor | null>(null)
  const live = openLive(api)

  const changes = createChangeHost(services.change, {
    onStart: (change) => {
      showChange(change, toasts, t)
      if (!change.getSnapshot().context.confirmed) asking.set(change)
    },
    onChanged: (resource, count) => {
      const current = view.current()
      if (count > mostInPlace && current?.resource === resource) current.list?.refresh()
    },
    onNothingToUndo: () => toasts.notify({ title: t('changes:nothingToUndo') }),
  })

  const setCountry = (code: string) => {
    services.countries.write(code, document.documentElement.lang)
    services.country.set(services.countries.read())
  }
  const registry = createConsoleRegistry({
    signOut: () =>
      guard.leave(() => {
        // From `/`: whoever signs in next has no business where this person was.
        navigate('/')
        session.send({ type: 'session.close' })
      }),
    setCountry: (code) => guard.leave(() => setCountry(code)),
    setLanguage: changeLanguage,
    toggleTheme,
    undoLast: changes.undoLast,
  })

  const ports: Workspace['ports'] = {
    api,
    navigate: (path) => guard.leave(() => navigate(path)),
    confirm: (question) =>
      new Promise((resolve) => questions.set({ ...question, answer: (isYes) => resolve(isYes) })),
    notify: ({ tone, titleKey, values, code }) =>
      toasts.notify({ tone, title: t(titleKey, values), detail: code ? t(`errors:${code}`) : undefined }),
    openPalette: (at) => palette.open(at),
    openHelp: () => help.set(true),
    change: changes.start,
  }
  const contextOf = (selection: CommandContext['selection']): CommandContext => {
    const current = view.current()
    return {
      actor: user,
      country,
      resource: current?.resource ?? null,
      selection,
      active: current?.active() ?? null,
      previewed: null,
      ports: { ...ports, list: current?.list ?? null } satisfies CommandPorts,
    }
  }
  const workspace: Workspace = {
    api,
    user,
    country,
    view,
    guard,
    registry,
    ports,
    commandContext: () => contextOf(view.current()?.peek() ?? null),
    run: (id) => workspace.runWith(id, {}),
    runWith: (id, args) => {
      const command = registry.get(id)
      if (command === undefined) return
      // Moving must not wait for a promise: only what acts on records needs the whole selection.
      if (command.target === 'none') void runCommand(command, workspace.commandContext(), args)
      else void wholeSelection(view).then((selection) => runCommand(command, contextOf(selection), args))
    },
    onLive: live.listen,
  }
  const palette = createPalette(workspace, () => wholeSelection(view).then(contextOf))
  return { workspace, help, questions, live, palette, changes: { ...changes, asking } }
}

export type Desk = ReturnType<typeof createWorkspace>

const wholeSelection = async (view: Workspace['view']): Promise<CommandContext['selection']> =>
  (await view.current()?.selection()) ?? null
