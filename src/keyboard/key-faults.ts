import { findConflicts, type KeyConflict } from '../../machines/keys/find-conflicts.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import { parseKeys, splitStep } from '../../machines/keys/parse-keys.ts'
import { layoutOf } from './layouts.ts'
import { keyCandidates } from './normalize-key.ts'
import { type PrintedLayout, printedLayouts } from './printed-layouts.ts'

export type KeyFault =
  | KeyConflict
  /** No key of that layout types this step. */
  | { kind: 'untypable'; keys: string; commands: readonly [string]; layout: PrintedLayout }
  /** The browser takes it before any page hears of it. */
  | { kind: 'kept'; keys: string; commands: readonly [string] }

/** What a default must be free of: the program is not built with any of these. */
export const keyFaults = (bindings: readonly KeyBinding[]): readonly KeyFault[] => [
  ...findConflicts(bindings),
  ...bindings.flatMap(({ keys, command }): KeyFault[] => {
    const steps = parseKeys(keys) ?? []
    const untypable = layouts.filter(({ typed }) => !steps.every((step) => isNamed(step) || typed.has(step)))
    const kept = steps.some(isKeptByBrowser)
    return [
      ...untypable.map(({ layout }) => ({
        kind: 'untypable' as const,
        keys,
        commands: [command] as const,
        layout,
      })),
      ...(kept ? [{ kind: 'kept' as const, keys, commands: [command] as const }] : []),
    ]
  }),
]

/** New window, new tab, close: no page can have these. */
export const isKeptByBrowser = (step: string): boolean => /^Mod\+(Shift\+)?[ntw]$/.test(step)

const isNamed = (step: string): boolean => splitStep(step).base.length > 1

/** Every step that a hand on this layout can type: plain, with Shift, with Mod, with both, and with AltGr alone. */
const typedOn = (layout: PrintedLayout): ReadonlySet<string> => {
  const { plain, shifted, ...more } = printedLayouts[layout]
  const rows = [
    ...[...layoutOf(plain)].map(([code, key]) => ({ code, key, shiftKey: false })),
    ...[...layoutOf(shifted)].map(([code, key]) => ({ code, key, shiftKey: true })),
  ]
  const chords = rows.flatMap((row) => [
    { ...row, ctrlKey: false, altKey: false, metaKey: false },
    { ...row, ctrlKey: true, altKey: false, metaKey: false },
  ])
  const altGr = Object.entries('altGr' in more ? more.altGr : {}).map(([code, key]) => ({
    code,
    key,
    shiftKey: false,
    ctrlKey: true,
    altKey: true,
    metaKey: false,
  }))
  return new Set([...chords, ...altGr].flatMap((input) => keyCandidates(input)))
}

/** Those that the console promises; on others a few defaults may be out of reach. */
const promised: readonly PrintedLayout[] = ['QWERTY', 'AZERTY', 'QWERTZ', 'Russian']
const layouts = promised.map((layout) => ({ layout, typed: typedOn(layout) }))
