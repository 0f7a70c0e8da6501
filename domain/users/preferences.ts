import type { Code, FieldProblem } from '../core/codes.ts'
import { checkPlainField } from '../lib/field.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Maximum number of entries in preferences, and lengths of their texts. */
export const preferenceLimits = {
  overrides: 200,
  keys: 4,
  keysLength: 60,
  macros: 50,
  steps: 50,
  name: 60,
  command: 100,
  args: 20,
  argument: 2000,
  views: 30,
} as const

const macroShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  steps: {
    kind: 'list',
    of: { command: { kind: 'text' }, args: { kind: 'map', of: { kind: 'text' } } },
  },
} as const satisfies Shapes

/** A named sequence of commands: the command `macro:<id>`. */
export type Macro = RecordOf<typeof macroShapes>

/** Body of an update; absent fields stay. */
export const preferencesInputShapes = {
  singleKeys: { kind: 'flag', optional: true },
  scanTones: { kind: 'flag', optional: true },
  overrides: { kind: 'map', of: { kind: 'values', of: { kind: 'text' } }, optional: true },
  macros: { kind: 'list', of: macroShapes, optional: true },
  defaultViews: { kind: 'map', of: { kind: 'text' }, optional: true },
} as const satisfies Shapes

/**
 * A user's settings of keys, macros and lists, stored on the server. `version` is 0 until first saved.
 * - `singleKeys`: `false` disables shortcuts of a bare character (WCAG 2.1.4).
 * - `scanTones`: whether scan sessions play a tone for each scan.
 * - `overrides`: command id -> keys; an empty list removes all.
 * - `defaultViews`: list -> id of the view that opens where its address names no filter, built-in or saved.
 */
export const preferencesShapes = {
  version: { kind: 'integer' },
  singleKeys: { kind: 'flag' },
  scanTones: { kind: 'flag' },
  overrides: { kind: 'map', of: { kind: 'values', of: { kind: 'text' } } },
  macros: { kind: 'list', of: macroShapes },
  defaultViews: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

export type Preferences = RecordOf<typeof preferencesShapes>
export type PreferencesInput = Omit<Preferences, 'version'>

export const defaultPreferences: Preferences = {
  version: 0,
  singleKeys: true,
  scanTones: true,
  overrides: {},
  macros: [],
  defaultViews: {},
}

/** The command id of a macro. */
export const macroCommand = (id: string): string => `macro:${id}`

/**
 * Parses an update of preferences and reports all problems. Does not check whether keys and commands exist: preferences outlive
 * a version of the console.
 */
export const parsePreferences = (input: unknown): Result<Partial<PreferencesInput>> => {
  const errors: FieldProblem[] = []
  const preferences = partial(preferenceReaders)(input, '', errors)
  return errors.length > 0
    ? refuse('VALIDATION_FAILED', errors)
    : accept(preferences as Partial<PreferencesInput>)
}

/** Parses one value; adds problems to `errors`, and the return value is then invalid. */
type Reader = (value: unknown, path: string, errors: FieldProblem[]) => unknown

const text =
  (max: number, required = true): Reader =>
  (value, path, errors) => {
    const checked = checkPlainField({ kind: 'text', max, required }, value, { country: 'ic' })
    return checked.ok ? (checked.value ?? '') : refuseAt(errors, path, checked.code)
  }

const flag: Reader = (value, path, errors) =>
  typeof value === 'boolean' ? value : refuseAt(errors, path, 'NOT_A_FLAG')

const id: Reader = (value, path, errors) => {
  const checked = checkPlainField({ kind: 'reference', resource: 'macros', required: true }, value, {
    country: 'ic',
  })
  return checked.ok ? checked.value : refuseAt(errors, path, checked.code)
}

const listOf =
  (item: Reader, max: number): Reader =>
  (value, path, errors) => {
    if (!Array.isArray(value)) return refuseAt(errors, path, 'NOT_A_LIST')
    if (value.length > max) return refuseAt(errors, path, 'TOO_LONG')
    return value.map((entry, index) => item(entry, at(path, index), errors))
  }

const mapOf =
  (item: Reader, max: number): Reader =>
  (value, path, errors) => {
    if (!isObject(value)) return refuseAt(errors, path, 'BAD_JSON')
    const entries = Object.entries(value)
    if (entries.length > max) return refuseAt(errors, path, 'TOO_LONG')
    // Entries, not assignments: `__proto__` is an ordinary key.
    return Object.fromEntries(
      entries.map(([name, entry]) => {
        text(preferenceLimits.command)(name, at(path, name.slice(0, preferenceLimits.command)), errors)
        return [name, item(entry, at(path, name), errors)]
      }),
    )
  }

const partial =
  (readers: Readonly<Record<string, Reader>>): Reader =>
  (value, path, errors) => {
    if (!isObject(value)) return refuseAt(errors, path, 'BAD_JSON')
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(readers, name)) refuseAt(errors, at(path, name), 'UNKNOWN_FIELD')
    }
    return Object.fromEntries(
      Object.entries(readers)
        .filter(([name]) => value[name] !== undefined)
        .map(([name, read]) => [name, read(value[name], at(path, name), errors)]),
    )
  }

const whole = (readers: Readonly<Record<string, Reader>>): Reader => {
  const read = partial(readers)
  return (value, path, errors) => {
    const missing = isObject(value) ? Object.keys(readers).filter((name) => value[name] === undefined) : []
    for (const name of missing) refuseAt(errors, at(path, name), 'REQUIRED')
    return read(value, path, errors)
  }
}

const macro = whole({
  id,
  name: text(preferenceLimits.name),
  steps: listOf(
    whole({
      command: text(preferenceLimits.command),
      args: mapOf(text(preferenceLimits.argument, false), preferenceLimits.args),
    }),
    preferenceLimits.steps,
  ),
})

/** Macro ids must be unique, since each is a command id. */
const macros: Reader = (value, path, errors) => {
  const read = listOf(macro, preferenceLimits.macros)(value, path, errors)
  const ids = Array.isArray(read) ? read.map((entry) => (isObject(entry) ? entry.id : null)) : []
  for (const [index, own] of ids.entries()) {
    if (typeof own === 'string' && ids.indexOf(own) < index)
      refuseAt(errors, `${path}.${index}.id`, 'CONFLICT')
  }
  return read
}

const preferenceReaders = {
  singleKeys: flag,
  scanTones: flag,
  overrides: mapOf(
    listOf(text(preferenceLimits.keysLength), preferenceLimits.keys),
    preferenceLimits.overrides,
  ),
  macros,
  defaultViews: mapOf(text(preferenceLimits.name), preferenceLimits.views),
}

const refuseAt = (errors: FieldProblem[], path: string, code: Code): undefined => {
  errors.push({ path, code })
  return undefined
}

const at = (path: string, name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
