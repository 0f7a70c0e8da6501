import { splitStep } from '../../../machines/keys/parse-keys.ts'
import { layoutOf } from '../../../src/keyboard/layouts.ts'

/** A physical key and what it types: what a browser would put into the event. */
export type Stroke = { key: string; code: string; shiftKey: boolean; ctrlKey: boolean }

/** Each layout as printed on its keycaps (Windows), row by row, plain then with Shift. `†` is a dead key. */
const layouts = {
  QWERTY: {
    plain: ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
    shifted: ['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?'],
  },
  AZERTY: {
    plain: ['²&é"\'(-è_çà)=', 'azertyuiop†$*', 'qsdfghjklmù', 'wxcvbn,;:!'],
    shifted: [' 1234567890°+', 'AZERTYUIOP†£µ', 'QSDFGHJKLM%', 'WXCVBN?./§'],
  },
  QWERTZ: {
    plain: ['†1234567890ß†', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'],
    shifted: ['°!"§$%&/()=?†', "QWERTZUIOPÜ*'", 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
  },
  Russian: {
    plain: ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'],
    shifted: ['Ё!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ/', 'ФЫВАПРОЛДЖЭ', 'ЯЧСМИТЬБЮ,'],
  },
  // Escaped: editors show right-to-left rows out of order.
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
} as const

export type LayoutName = keyof typeof layouts
export const layoutNames = Object.keys(layouts) as LayoutName[]

/**
 * How a person on that layout types one step (`j`, `?`, `Mod+k`): the symbol where it is printed, else the
 * key that stands where QWERTY has it.
 */
export function typeStep(name: LayoutName, step: string): Stroke {
  const { held, base } = splitStep(step)
  const ctrlKey = held.includes('Mod')
  const shiftKey = held.includes('Shift')
  if (base.length > 1) return { key: base === 'Space' ? ' ' : base, code: base, shiftKey, ctrlKey }

  const plain = layoutOf(layouts[name].plain)
  const shifted = layoutOf(layouts[name].shifted)
  const printed = find(plain, base)
  if (printed) {
    const key = shiftKey ? (shifted.get(printed) ?? base) : base
    return { key, code: printed, shiftKey, ctrlKey }
  }
  const above = find(shifted, base)
  if (above) return { key: base, code: above, shiftKey: true, ctrlKey }
  const place = inLatinPlace(base)
  const key = (shiftKey || place.shift ? shifted : plain).get(place.code)
  return { key: key ?? base, code: place.code, shiftKey: shiftKey || place.shift, ctrlKey }
}

function inLatinPlace(base: string): { code: string; shift: boolean } {
  const plain = find(layoutOf(layouts.QWERTY.plain), base)
  const shifted = find(layoutOf(layouts.QWERTY.shifted), base)
  return { code: plain ?? shifted ?? '', shift: plain === undefined }
}

function find(layout: ReadonlyMap<string, string>, character: string): string | undefined {
  return [...layout].find(([, typed]) => typed === character)?.[0]
}
