import { type LayoutMap, latinPlain, layoutOf, russianPlain } from '../keyboard/layouts.ts'

const azerty = layoutOf(['²&é"\'(-è_çà)=', 'azertyuiop^$*', 'qsdfghjklmù', 'wxcvbn,;:!'])

/** Typed with one layout in mind while another was on, either way. */
const mistaken: readonly (readonly [on: LayoutMap, meant: LayoutMap])[] = [
  [latinPlain, azerty],
  [azerty, latinPlain],
  [latinPlain, russianPlain],
  [russianPlain, latinPlain],
  [russianPlain, azerty],
]

const tables = mistaken.map(([on, meant]) => {
  const codes = new Map([...on].map(([code, character]) => [character, code]))
  return (character: string) => meant.get(codes.get(character) ?? '') ?? character
})

/** What the same keys would have typed on another layout: `qnnuler` is `annuler`, `pfrfp` is `заказ`. */
export function otherLayouts(query: string): readonly string[] {
  const lower = query.toLowerCase()
  const others = tables.map((read) => [...lower].map(read).join(''))
  return [...new Set(others)].filter((other) => other !== lower)
}
