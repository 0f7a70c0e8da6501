import {
  type Desk,
  deskLimits,
  type Macro,
  macroCommand,
  plainDesk,
  readDesk,
} from '../../../domain/users/desk.ts'
import { parseKeys } from '../../../machines/keys/parse-keys.ts'
import {
  clashesOf,
  type Defaults,
  isChanged,
  type KeyProblem,
  ownKeys,
  problemOf,
  withKeys,
} from './own-keys.ts'

/** What a file would change of one command's keys. */
export type KeyChange = { command: string; from: readonly string[]; to: readonly string[] }

/** A line that is left out, and why. `keys` is what it asked for, as it stands in the file. */
export type RefusedLine = {
  command: string
  keys: string
  reason: KeyProblem | 'unknown' | 'clash' | 'broken'
}

export type KeysFile =
  | { kind: 'unreadable' }
  | {
      kind: 'read'
      desk: Desk
      changes: readonly KeyChange[]
      refused: readonly RefusedLine[]
      macros: readonly Macro[]
    }

export const keysFileName = 'waybill-keys.json'

/** A desk as a file, which `readKeysFile` reads on any machine. */
export const writeKeysFile = ({ singleKeys, overrides, macros }: Desk): string =>
  `${JSON.stringify({ waybill: 'keys', version: 1, singleKeys, keys: overrides, macros }, null, 2)}\n`

/**
 * Reads a file of keys for this desk: the file's keys are in force afterwards, and defaults where it names none. A line
 * that cannot be is told and leaves its command as it is now.
 */
export const readKeysFile = (
  text: string,
  { defaults, desk, knows }: { defaults: Defaults; desk: Desk; knows: (command: string) => boolean },
): KeysFile => {
  const file = parse(text)
  if (file === null) return { kind: 'unreadable' }
  const read = readDesk({ macros: file.macros ?? desk.macros })
  const macros = read.ok ? (read.value.macros ?? []) : desk.macros
  const singleKeys = typeof file.singleKeys === 'boolean' ? file.singleKeys : desk.singleKeys
  const refused: RefusedLine[] = read.ok ? [] : [{ command: '', keys: 'macros', reason: 'broken' }]
  let next: Desk = { ...plainDesk, version: desk.version, singleKeys, macros }
  const isKnown = (command: string) => knows(command) || macros.some(({ id }) => command === macroCommand(id))

  for (const [command, wanted] of Object.entries(file.keys).slice(0, deskLimits.overrides)) {
    const reason = isKnown(command) ? whyNot(wanted) : 'unknown'
    if (reason === null) {
      next = withKeys(
        defaults,
        next,
        command,
        (wanted as string[]).map((keys) => parseKeys(keys)?.join(' ') ?? keys),
      )
    } else {
      refused.push({ command, keys: told(wanted), reason })
      if (isChanged(desk, command)) next = withKeys(defaults, next, command, ownKeys(defaults, desk, command))
    }
  }
  for (const command of Object.keys(next.overrides)) {
    if (clashesOf(defaults, next, command).length === 0) continue
    refused.push({ command, keys: (next.overrides[command] ?? []).join(', '), reason: 'clash' })
    const { [command]: _, ...others } = next.overrides
    next = { ...next, overrides: others }
  }

  const commands = new Set([...Object.keys(desk.overrides), ...Object.keys(next.overrides)])
  const changes = [...commands]
    .map((command) => ({
      command,
      from: ownKeys(defaults, desk, command),
      to: ownKeys(defaults, next, command),
    }))
    .filter(({ from, to }) => from.join(' , ') !== to.join(' , '))
  return { kind: 'read', desk: next, changes, refused, macros: macros.filter((macro) => isNew(macro, desk)) }
}

type Parsed = { keys: Record<string, unknown>; singleKeys?: unknown; macros?: unknown }

const parse = (text: string): Parsed | null => {
  try {
    const file = JSON.parse(text) as unknown
    if (!isObject(file) || file.waybill !== 'keys' || !isObject(file.keys)) return null
    return { keys: file.keys, singleKeys: file.singleKeys, macros: file.macros }
  } catch {
    return null
  }
}

const whyNot = (wanted: unknown): RefusedLine['reason'] | null => {
  if (!Array.isArray(wanted) || wanted.some((keys) => typeof keys !== 'string')) return 'broken'
  const seen: string[] = []
  for (const keys of wanted as string[]) {
    // Single letters may be off for now: their keys are kept for when they are on again.
    const problem = problemOf(keys, { others: seen, singleKeys: true })
    if (problem !== null) return problem
    seen.push(parseKeys(keys)?.join(' ') ?? keys)
  }
  return null
}

const told = (wanted: unknown): string =>
  Array.isArray(wanted) ? wanted.map(String).join(', ').slice(0, 80) : String(wanted).slice(0, 80)

const isNew = (macro: Macro, { macros }: Desk): boolean => !macros.some(({ id }) => id === macro.id)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
