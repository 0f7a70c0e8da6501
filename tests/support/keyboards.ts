import { splitStep } from '../../machines/keys/parse-keys.ts'
import { printedLayouts as layouts, type PrintedLayout } from '../../src/keyboard/key-faults.ts'
import { layoutOf } from '../../src/keyboard/layouts.ts'

/** Event properties of a keystroke. */
export type Stroke = { key: string; code: string; shiftKey: boolean; ctrlKey: boolean; altKey?: boolean }

export type LayoutName = PrintedLayout
export const layoutNames = Object.keys(layouts) as LayoutName[]

/**
 * The keystroke of one step (`j`, `?`, `Mod+k`) on a layout: where the symbol is printed, else the key at its QWERTY position.
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
  const altGr = altGrOf(name).find(([, typed]) => typed === base)
  // Windows reports AltGr as Ctrl and Alt.
  if (altGr) return { key: base, code: altGr[0], shiftKey: false, ctrlKey: true, altKey: true }
  const place = inLatinPlace(base)
  const key = (shiftKey || place.shift ? shifted : plain).get(place.code)
  return { key: key ?? base, code: place.code, shiftKey: shiftKey || place.shift, ctrlKey }
}

/** All keystrokes of the layout that type a character, on all levels. */
export function everyStroke(name: LayoutName): Stroke[] {
  const { plain, shifted } = layouts[name]
  const onRows = [plain, shifted].flatMap((rows, level) =>
    [...layoutOf(rows)].map(([code, key]) => ({ key, code, shiftKey: level === 1, ctrlKey: false })),
  )
  const onAltGr = altGrOf(name).map(([code, key]) => ({
    key,
    code,
    shiftKey: false,
    ctrlKey: true,
    altKey: true,
  }))
  // A space in the table means no character.
  const typing = [...onRows, ...onAltGr].filter(({ key }) => key !== ' ')
  return typing.map((stroke) => (stroke.key === '†' ? { ...stroke, key: 'Dead' } : stroke))
}

/** What a key types on a layout. */
export function typedOn(name: LayoutName, code: string, shift: boolean): string | undefined {
  return layoutOf(layouts[name][shift ? 'shifted' : 'plain']).get(code)
}

function altGrOf(name: LayoutName): [code: string, typed: string][] {
  const layout = layouts[name]
  return Object.entries('altGr' in layout ? layout.altGr : {})
}

function inLatinPlace(base: string): { code: string; shift: boolean } {
  const plain = find(layoutOf(layouts.QWERTY.plain), base)
  const shifted = find(layoutOf(layouts.QWERTY.shifted), base)
  return { code: plain ?? shifted ?? '', shift: plain === undefined }
}

function find(layout: ReadonlyMap<string, string>, character: string): string | undefined {
  return [...layout].find(([, typed]) => typed === character)?.[0]
}
