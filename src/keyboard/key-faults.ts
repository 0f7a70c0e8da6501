import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import { findConflicts, type KeyConflict } from '../../machines/keys/key-context.ts'
import { parseKeys, splitStep } from '../../machines/keys/parse-keys.ts'
import { layoutOf } from './layouts.ts'
import { keyCandidates } from './normalize-key.ts'

export type KeyFault =
  | KeyConflict
  /** The layout cannot type this step. */
  | { kind: 'untypable'; keys: string; commands: readonly [string]; layout: PrintedLayout }
  /** Reserved by the browser. */
  | { kind: 'kept'; keys: string; commands: readonly [string] }

/** Problems that no default binding may have; checked by the build. */
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

/** New window, new tab, close: pages never receive these. */
export const isKeptByBrowser = (step: string): boolean => /^Mod\+(Shift\+)?[ntw]$/.test(step)

const isNamed = (step: string): boolean => splitStep(step).base.length > 1

/** Every step that the layout can type: plain, with Shift, Mod, both, or AltGr alone. */
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

/** `altGr`: physical key -> character. */
type Printed = {
  plain: readonly string[]
  shifted: readonly string[]
  altGr?: Readonly<Record<string, string>>
}

/**
 * Layouts as printed on keycaps (Windows), by row, plain then with Shift. `†` is a dead key. `altGr`: characters typed with
 * AltGr.
 */
export const printedLayouts = {
  QWERTY: {
    plain: ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
    shifted: ['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?'],
  },
  AZERTY: {
    plain: ['²&é"\'(-è_çà)=', 'azertyuiop†$*', 'qsdfghjklmù', 'wxcvbn,;:!'],
    shifted: [' 1234567890°+', 'AZERTYUIOP†£µ', 'QSDFGHJKLM%', 'WXCVBN?./§'],
    altGr: {
      Digit2: '~',
      Digit3: '#',
      Digit4: '{',
      Digit5: '[',
      Digit6: '|',
      Digit7: '`',
      Digit8: '\\',
      Digit0: '@',
      Minus: ']',
      Equal: '}',
      KeyE: '€',
    },
  },
  QWERTZ: {
    plain: ['†1234567890ß†', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'],
    shifted: ['°!"§$%&/()=?†', "QWERTZUIOPÜ*'", 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
    altGr: {
      KeyQ: '@',
      KeyE: '€',
      Digit7: '{',
      Digit8: '[',
      Digit9: ']',
      Digit0: '}',
      Minus: '\\',
      BracketRight: '~',
    },
  },
  Russian: {
    plain: ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'],
    shifted: ['Ё!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ/', 'ФЫВАПРОЛДЖЭ', 'ЯЧСМИТЬБЮ,'],
  },
  // Escaped, because editors reorder right-to-left text.
  Arabic: {
    plain: [
      '\u06301234567890-=',
      '\u0636\u0635\u062b\u0642\u0641\u063a\u0639\u0647\u062e\u062d\u062c\u062f\\',
      '\u0634\u0633\u064a\u0628\u0644\u0627\u062a\u0646\u0645\u0643\u0637',
      '\u0626\u0621\u0624\u0631~\u0649\u0629\u0648\u0632\u0638',
    ],
    shifted: [
      '\u0651!@#$%^&*)(_+',
      '\u064e\u064b\u064f\u064c\u0625\u0625\u2018\u00f7\u00d7\u061b<>|',
      '\u0650\u064d][\u0623\u0623\u0640\u060c/:"',
      '~\u0652}{\u0622\u0622\u2019,.\u061f',
    ],
  },
} as const satisfies Record<string, Printed>

export type PrintedLayout = keyof typeof printedLayouts

/** Supported layouts; on others a few default bindings may be untypable. */
const promised: readonly PrintedLayout[] = ['QWERTY', 'AZERTY', 'QWERTZ', 'Russian']
const layouts = promised.map((layout) => ({ layout, typed: typedOn(layout) }))
