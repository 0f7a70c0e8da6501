import { describe, expect, it, test } from 'vitest'
import english from '../../../../locales/en/keyboard.json' with { type: 'json' }
import french from '../../../../locales/fr/keyboard.json' with { type: 'json' }
import { ariaKeyShortcuts, keycaps, type Platform } from '../../../../src/keyboard/keycaps.ts'
import { createLayoutStore } from '../../../../src/keyboard/layout-store.ts'
import { type LayoutMap, latinPlain, layoutOf, russianPlain } from '../../../../src/keyboard/layouts.ts'
import { keyStrokes } from '../../../../src/ui/kbd/keycap.tsx'

const names: Readonly<Record<string, string>> = french.key
const azerty = layoutOf(['²&é"\'(-è_çà)=', 'azertyuiop^$*', 'qsdfghjklmù', 'wxcvbn,;:!'])

describe('what is printed', () => {
  const cases: [string, Platform, LayoutMap, string][] = [
    ['Mod+k', 'other', latinPlain, 'Ctrl K'],
    ['Mod+k', 'mac', latinPlain, '⌘ K'],
    ['Mod+Shift+z', 'mac', latinPlain, '⇧ ⌘ Z'],
    ['Mod+Shift+z', 'other', latinPlain, 'Ctrl Maj Z'],
    ['Shift+ArrowDown', 'other', latinPlain, 'Maj ↓'],
    ['Enter', 'other', latinPlain, 'Entrée'],
    ['Enter', 'mac', latinPlain, '↩'],
    ['g o', 'other', azerty, 'G, O'],
    ['a', 'other', azerty, 'A'],
    ['j', 'other', russianPlain, 'J(О)'],
    ['g o', 'other', russianPlain, 'G(П), O(Щ)'],
    ['.', 'other', russianPlain, '.'],
    ['?', 'other', russianPlain, '?'],
    ['j', 'other', new Map(), 'J'],
    ['Shift+/', 'other', latinPlain, ''],
  ]
  test.each(cases)('%s on %s', (keys, platform, layout, printed) => {
    expect(print(keys, platform, layout)).toBe(printed)
  })

  test('every key that can be bound has a name in both languages', () => {
    expect(Object.keys(english.key)).toEqual(Object.keys(french.key))
  })

  test('assistive technology gets the standard names, and none for a sequence', () => {
    expect(ariaKeyShortcuts('Mod+k', 'other')).toBe('Control+K')
    expect(ariaKeyShortcuts('Mod+k', 'mac')).toBe('Meta+K')
    expect(ariaKeyShortcuts('Shift+ArrowDown', 'other')).toBe('Shift+ArrowDown')
    expect(ariaKeyShortcuts('g o', 'other')).toBeUndefined()
  })
})

describe('learning the layout', () => {
  const key = (code: string, typed: string, held = {}) => ({
    ...{ code, key: typed, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...held,
  })

  test('one Cyrillic letter identifies the layout, one Latin letter reverts it', () => {
    const store = createLayoutStore()
    store.report(latinPlain)
    expect(print('s', 'other', store.get())).toBe('S')
    store.learn(key('KeyJ', 'о'))
    expect(print('s', 'other', store.get())).toBe('S(Ы)')
    store.report(latinPlain)
    expect(print('s', 'other', store.get())).toBe('S(Ы)')
    store.learn(key('KeyJ', 'j'))
    expect(print('s', 'other', store.get())).toBe('S')
  })

  test('listeners are notified of a change and of nothing else', () => {
    const store = createLayoutStore()
    let changes = 0
    store.subscribe(() => {
      changes += 1
    })
    store.learn(key('KeyQ', 'a'))
    store.learn(key('KeyQ', 'a'))
    store.learn(key('KeyQ', 'A', { shiftKey: true }))
    store.learn(key('KeyC', 'c', { ctrlKey: true }))
    store.learn(key('Enter', 'Enter'))
    expect({ changes, layout: [...store.get()] }).toEqual({ changes: 1, layout: [['KeyQ', 'a']] })
  })
})

function print(keys: string, platform: Platform, layout: LayoutMap): string {
  const steps = keycaps(keys, { platform, layout, name: (key) => names[key] ?? key })
  return steps
    .map((caps) => caps.map(({ text, own }) => (own ? `${text}(${own})` : text)).join(' '))
    .join(', ')
}

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
