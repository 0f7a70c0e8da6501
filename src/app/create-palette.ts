import { createActor } from 'xstate'
import { paths } from '../../domain/access/paths.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import type { Role } from '../../domain/access/roles.ts'
import { admits } from '../../domain/access/routes.ts'
import { resourceNames, resources } from '../../domain/resources.ts'
import type { RecordRef } from '../../machines/palette/palette-types.ts'
import { bindPalette, type PaletteServices, previewInvocation } from '../actors/bind-palette.ts'
import type { Arguments } from '../commands/arguments.ts'
import type { CommandContext } from '../commands/command-context.ts'
import { invocationOf, nothingGiven } from '../palette/command-item.ts'
import type { PaletteProps } from '../palette/palette-props.ts'
import { createRecents } from '../palette/recents.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { addLanguage, spokenLanguages } from './i18n.ts'

/** The palette over this workspace: what it shows, and the door to it. `wholeContext` waits for the whole selection. */
export const createPalette = (workspace: Workspace, wholeContext: () => Promise<CommandContext>) => {
  const { api, country, registry, user, ports } = workspace
  const services: PaletteServices = {
    registry,
    context: wholeContext,
    open: (record, number) => ports.navigate(recordPath(user.role, record, number)),
  }
  const actor = createActor(bindPalette(services)).start()
  const scopes = resourceNames.filter((name) => scopeOf(user.role, resources[name].verbs.list) !== null)
  const props: PaletteProps = {
    actor,
    registry,
    context: workspace.commandContext,
    preview: (invocation, signal) => previewInvocation(services, invocation, signal),
    search: (query, options) => api.search(query, { ...options, country }),
    recents: createRecents(localStorage, user.id),
    scopes,
    people: scopes.includes('users') ? 'users' : null,
    onOpen: () => {
      for (const language of spokenLanguages) void addLanguage(language)
    },
  }
  const open = (at?: { command: string; args?: Arguments }) => {
    const command = at && registry.get(at.command)
    const invocation =
      command && invocationOf(command, workspace.commandContext(), { ...nothingGiven, args: at.args ?? {} })
    actor.send({ type: 'palette.open', invocation })
  }
  return { props, open }
}

/** Where a record is shown: on its form, or by its number in its list where there is no form or it is not the person's. */
const recordPath = (role: Role, { resource, id }: RecordRef, number: string): string => {
  if (resource === 'shippings') {
    return admits('/shippings/list', role) ? paths.list(resource, number) : paths.deliveryList(number)
  }
  if (admits(`/${resource}/edit/:id`, role)) return paths.edit(resource, id)
  // Whoever does not edit offers finds everybody's.
  return resource === 'affiliates' ? paths.store(number) : paths.list(resource, number)
}
