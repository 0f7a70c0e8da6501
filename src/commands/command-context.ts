import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { CommandPorts } from './command-ports.ts'

/** Any resource's record. */
export type AnyRecord = ResourceRecords[ResourceName]

/** The selection of the list in view. `records`: the loaded ones of it; those in view if everything is selected. */
export type CommandSelection = {
  count: number
  predicate: Target
  records: readonly AnyRecord[]
}

/** All that a command reads (actor, screen, selection) and acts through (ports). */
export type CommandContext = {
  /** Null if no user is signed in. */
  actor: Actor | null
  country: CountryCode
  /** Of the list or record in view. */
  resource: ResourceName | null
  /** Null if nothing is selected. */
  selection: CommandSelection | null
  /** The record in view, or the active row. */
  active: AnyRecord | null
  /** The dry run that the user has just confirmed: ask for no second confirmation. */
  previewed: ChangeReport | null
  ports: CommandPorts
}
