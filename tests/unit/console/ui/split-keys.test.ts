import { expect, it } from 'vitest'
import { keyStrokes } from '../../../../src/ui/kbd/keycap.tsx'

it.each([
  ['j', [['j']]],
  ['g o', [['g'], ['o']]],
  ['Mod+k', [['Ctrl', 'k']]],
  ['Shift+ArrowDown', [['Shift', '↓']]],
  ['Esc', [['Escape']]],
  ['+', [['+']]],
  ['Ctrl++', [['Ctrl', '+']]],
])('prints %s as its caps', (keys, caps) => {
  expect(keyStrokes(keys)).toEqual(caps)
})
