import type { SearchHit } from '../../../../domain/changes/changes.ts'
import { callChange } from '../../../../src/api/change-call.ts'
import { createApi } from '../../../../src/api/create-api.ts'
import type { CommandContext } from '../../../../src/commands/command.ts'
import type { CommandPorts } from '../../../../src/commands/command-ports.ts'

/** Ports that record their calls. */
export function recordingPorts(): { ports: CommandPorts; calls: string[] } {
  const calls: string[] = []
  const recordCall =
    (name: string) =>
    (value?: unknown): void => {
      calls.push(value === undefined ? name : `${name} ${JSON.stringify(value)}`)
    }
  const ports: CommandPorts = {
    api: createApi({ token: () => null, onUnauthorized: () => undefined, language: () => 'fr' }),
    navigate: recordCall('navigate'),
    confirm: async () => true,
    notify: recordCall('notify'),
    say: (key) => key,
    openPalette: recordCall('openPalette'),
    openHelp: recordCall('openHelp'),
    revoke: recordCall('revoke'),
    eraseCustomer: recordCall('eraseCustomer'),
    fillIn: recordCall('fillIn'),
    openJobs: recordCall('openJobs'),
    exportList: recordCall('exportList'),
    change: async (request) => {
      recordCall('change')(request)
      return { kind: 'done', report: null }
    },
    dryRun: (change, signal) => callChange(ports.api, change, { dryRun: true, signal }),
    edit: async (request) => {
      recordCall('edit')(request)
      return { kind: 'done', report: null }
    },
    create: async (request) => {
      recordCall('create')(request)
      return { kind: 'done', report: null }
    },
    began: () => () => undefined,
    undoBatch: recordCall('undoBatch'),
    madeSince: () => null,
    offerUndo: () => ({ labelKey: 'changes:undo', run: recordCall('offerUndo') }),
    showHistory: recordCall('showHistory'),
    list: null,
  }
  return { ports, calls: calls }
}

export const contextWith = (changes: Partial<CommandContext> = {}): CommandContext => ({
  actor: { id: 'u1', role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true },
  country: 'ic',
  resource: null,
  selection: null,
  active: null,
  shown: null,
  ports: recordingPorts().ports,
  ...changes,
})

export const hitWith = (changes: Partial<SearchHit> = {}): SearchHit => ({
  resource: 'orders',
  id: 'o1',
  number: 10_423,
  title: 'Awa Koné',
  subtitle: '+225 07 08 09 10 11',
  status: 'PENDING',
  rank: 1,
  customerPhone: '+2250708091011',
  ...changes,
})

/** Memoizes a value by key. */
export const once = <Key, Value>(made: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const value = made.get(key) ?? make()
  made.set(key, value)
  return value
}
