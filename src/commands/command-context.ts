import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { CommandPorts } from './command-ports.ts'

/** Any resource's record. */
export type AnyRecord = ResourceRecords[ResourceName]

/** What is selected in the list in view; `records` are those of it that are loaded, or in view where it is everything. */
export type CommandSelection = {
  count: number
  predicate: Target
  records: readonly AnyRecord[]
}

/** Everything that a command looks at and acts through: where the person is, what they hold, and the ports. */
export type CommandContext = {
  /** Null where nobody is signed in. */
  actor: Actor | null
  country: CountryCode
  /** Of the list or record in view. */
  resource: ResourceName | null
  /** Null where nothing is selected. */
  selection: CommandSelection | null
  /** The record in view, or the active row. */
  active: AnyRecord | null
  /** The dry run that the person has just seen and agreed to: no second confirmation is due. */
  previewed: ChangeReport | null
  ports: CommandPorts
}
