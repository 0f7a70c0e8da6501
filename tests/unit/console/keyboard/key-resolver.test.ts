import { afterEach, describe, expect, test } from 'vitest'
import type { KeyBinding } from '../../../../machines/keys/key-binding.ts'
import { type LayoutName, layoutNames, typeStep } from '../../../support/keyboards.ts'
import { listeningPage } from './listening-page.ts'

const actions = [
  ...['j', 'k', 'x', 's', 'd', 'c', 'n', 'e', 'f', 'o', 'v', 'y', 'p', 'u', 't', 'h', '?', '.', '/'],
  ...['Delete', 'Enter', 'Space', 'Escape', 'g o', 'g p', 'g s', 'g u', 'Mod+a', 'Shift+j', 'Shift+k'],
  ...['Shift+ArrowDown', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageDown', 'PageUp'],
]
const moves = new Set(['j', 'k', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'])

/** Default keys of lists and palette, with command ids. */
const defaultKeys: readonly KeyBinding[] = [
  ...actions.map((keys) => ({ keys, command: keys, when: 'list', repeat: moves.has(keys) })),
  { keys: 'Mod+k', command: 'Mod+k', allowInInput: true },
]

let page: ReturnType<typeof listeningPage>
afterEach(() => page.detach())

function openList(focus?: Parameters<typeof listeningPage>[1]) {
  page = listeningPage(defaultKeys, focus)
  page.context.push('list')
  return page
}

const everyKey = layoutNames.flatMap((layout) => defaultKeys.map(({ keys }) => ({ layout, keys })))

describe('on every layout', () => {
  test.each(everyKey)('$keys fires exactly once on $layout', ({ layout, keys }) => {
    const { press, release, fired } = openList()
    for (const step of keys.split(' ')) {
      const stroke = typeStep(layout, step)
      expect(press(stroke).defaultPrevented).toBe(true)
      release(stroke)
    }
    expect(fired).toEqual([keys])
  })

  test.each(layoutNames)('capitals locked change nothing on %s', (layout) => {
    const { press, fired } = openList()
    const stroke = typeStep(layout, 's')
    press({ ...stroke, key: stroke.key.toUpperCase() })
    expect(fired).toEqual(['s'])
  })

  test('the Arabic key that types two letters is still one key', () => {
    page = listeningPage([{ keys: 'b', command: 'b' }])
    page.press({ key: '\u0644\u0627', code: 'KeyB' })
    expect(page.fired).toEqual(['b'])
  })

  test('digits of the AZERTY row fire without Shift, unless the character on the key is bound itself', () => {
    page = listeningPage([
      { keys: '2', command: 'two' },
      { keys: '3', command: 'three' },
      { keys: '"', command: 'quote' },
    ])
    page.press({ key: 'é', code: 'Digit2' })
    page.press({ key: '"', code: 'Digit3' })
    page.press({ key: '3', code: 'Digit3', shiftKey: true })
    expect(page.fired).toEqual(['two', 'quote', 'three'])
  })
})

describe('fast fingers', () => {
  test.each(['QWERTY', 'AZERTY', 'Russian'] satisfies LayoutName[])(
    'nothing is lost at 20 keys a second on %s, each key pressed before the last is released',
    (layout) => {
      const { press, release, fired } = openList()
      const word = [...'jkxsdcjkjkjkeexfovyj']
      word.forEach((letter, index) => {
        press(typeStep(layout, letter))
        const last = word[index - 1]
        if (last !== undefined && last !== letter) release(typeStep(layout, last))
      })
      expect(fired).toEqual(word)
    },
  )

  test('a keyup that never came does not deafen the next keys', () => {
    const { press, release, fired } = openList()
    press({ key: 'Control', code: 'ControlLeft', ctrlKey: true })
    press(typeStep('QWERTY', 'Mod+k'))
    const strokes = ['j', 'k', 'j'].map((key) => typeStep('QWERTY', key))
    for (const stroke of strokes) {
      press(stroke)
      release(stroke)
    }
    expect(fired).toEqual(['Mod+k', 'j', 'k', 'j'])
  })

  test('a key that is still held types nothing into the field that it opened', () => {
    const { press, fired, moveFocus } = openList()
    const stroke = typeStep('QWERTY', 's')
    press(stroke)
    moveFocus({ tagName: 'INPUT', type: 'text' })
    expect(press(stroke, { repeat: true }).defaultPrevented).toBe(true)
    expect(press(stroke, { repeat: true }).defaultPrevented).toBe(true)
    expect(fired).toEqual(['s'])
    // Pressed anew it is text, and may be held.
    expect(press(stroke).defaultPrevented).toBe(false)
    expect(press(stroke, { repeat: true }).defaultPrevented).toBe(false)
    expect(fired).toEqual(['s'])
  })

  test('Mod+z in a field is the browser’s', () => {
    page = listeningPage([{ keys: 'Mod+z', command: 'undo' }], { tagName: 'INPUT', type: 'text' })
    expect(page.press({ key: 'z', code: 'KeyZ' }, { metaKey: true }).defaultPrevented).toBe(false)
    expect(page.fired).toEqual([])
  })

  test('held keys move on but act once', () => {
    const { press, fired } = openList()
    for (const key of ['j', 'Delete']) {
      press(typeStep('QWERTY', key))
      press(typeStep('QWERTY', key), { repeat: true })
      press(typeStep('QWERTY', key), { repeat: true })
    }
    expect(fired).toEqual(['j', 'j', 'j', 'Delete'])
  })

  test('a held Space does not scroll the page', () => {
    const { press } = openList()
    press(typeStep('QWERTY', 'Space'))
    expect(press(typeStep('QWERTY', 'Space'), { repeat: true }).defaultPrevented).toBe(true)
  })

  test('leaving the window forgets a sequence that was begun', () => {
    const { press, leaveWindow, fired } = openList()
    press(typeStep('QWERTY', 'g'))
    leaveWindow()
    press(typeStep('QWERTY', 'o'))
    expect(fired).toEqual(['o'])
  })
})

describe('text is text', () => {
  const euro = { key: '€', code: 'KeyE' }
  const silent = [
    ['AltGr+E on Windows', { ...euro, ctrlKey: true }, { altKey: true, altGraph: true }],
    ['AltGr+E on Linux', euro, { altGraph: true }],
    ['AltGr+E on a layout without a euro sign', { key: 'e', code: 'KeyE' }, { altGraph: true }],
    ['Ctrl+Alt+E', { key: 'e', code: 'KeyE', ctrlKey: true }, { altKey: true }],
    ['a letter being composed', { key: 'e', code: 'KeyE' }, { isComposing: true }],
    ['a letter that an input method took', { key: 'e', code: 'KeyE' }, { keyCode: 229 }],
    ['an input method at work', { key: 'Process', code: 'KeyE' }, {}],
    ['a dead key', { key: 'Dead', code: 'BracketLeft' }, {}],
    ['Shift alone', { key: 'Shift', code: 'ShiftLeft', shiftKey: true }, {}],
    ['an autofill', {}, {}],
  ] as const
  test.each(silent)('%s fires nothing', (_, stroke, extras) => {
    const { press, fired } = openList()
    expect(press(stroke, extras).defaultPrevented).toBe(false)
    expect(fired).toEqual([])
  })

  const fields = [
    { tagName: 'INPUT', type: 'text' },
    { tagName: 'INPUT', type: 'search' },
    { tagName: 'TEXTAREA' },
    { tagName: 'SELECT' },
    { tagName: 'DIV', isContentEditable: true },
    { tagName: 'DIV', getAttribute: () => 'combobox' },
  ]
  test.each(fields)('in $tagName $type only Mod+k fires', (focus) => {
    const { press, fired } = openList(focus)
    for (const { keys } of defaultKeys) for (const step of keys.split(' ')) press(typeStep('QWERTY', step))
    expect(fired).toEqual(['Mod+k'])
  })

  test('a bare letter never fires in a field, also when Mod+k has been rebound to one', () => {
    page = listeningPage([{ keys: 'k', command: 'palette', allowInInput: true }], { tagName: 'TEXTAREA' })
    expect(page.press(typeStep('QWERTY', 'k')).defaultPrevented).toBe(false)
    expect(page.fired).toEqual([])
  })

  test('a focused button keeps its own Enter and Space, and letters go on working', () => {
    const { press, fired } = openList({ tagName: 'BUTTON' })
    for (const key of ['Enter', 'Space', 'j']) press(typeStep('QWERTY', key))
    expect(fired).toEqual(['j'])
  })
})

describe('layers', () => {
  test('a dialog is deaf to the keys of the list below it, but not to Mod+k', () => {
    const { press, context, fired } = openList()
    context.push('dialog')
    for (const key of ['j', 'Delete', 'Mod+a', 'Escape', 'Mod+k']) press(typeStep('QWERTY', key))
    expect(fired).toEqual(['Mod+k'])
  })

  test.each(['dialog', 'alertdialog', 'menu'])('a %s that has said nothing is known by its role', (role) => {
    const { press, fired } = openList({ tagName: 'DIV', getAttribute: () => role })
    for (const key of ['j', 'Delete', 'Escape', 'Mod+k']) press(typeStep('QWERTY', key))
    expect(fired).toEqual(['Mod+k'])
  })

  test('the layer on top owns its keys', () => {
    page = listeningPage([
      { keys: 'Escape', command: 'dialog.close', when: 'dialog' },
      { keys: 'Escape', command: 'palette.close', when: 'palette' },
    ])
    page.context.push('dialog')
    const closePalette = page.context.push('palette')
    page.press({ key: 'Escape', code: 'Escape' })
    closePalette()
    page.press({ key: 'Escape', code: 'Escape' })
    expect(page.fired).toEqual(['palette.close', 'dialog.close'])
  })

  test('the Escape that closes a dialog does not go on to the list', () => {
    const { press, context, onComponentKey, fired } = openList()
    onComponentKey(context.push('dialog'))
    press({ key: 'Escape', code: 'Escape' })
    expect(fired).toEqual([])
  })

  test('a key under which another page appears belongs to that page', () => {
    page = listeningPage([
      { keys: 'j', command: 'list.down', when: 'list' },
      { keys: 'j', command: 'record.next', when: 'list page:record' },
    ])
    page.context.push('list')
    page.onComponentKey(() => void page?.context.push('page:record'))
    page.press(typeStep('QWERTY', 'j'))
    expect(page.fired).toEqual(['record.next'])
  })

  test('a key that a component has prevented is its own', () => {
    const { press, onComponentKey, fired } = openList()
    onComponentKey((event) => event.preventDefault())
    press(typeStep('QWERTY', 'ArrowDown'))
    expect(fired).toEqual([])
  })

  test('nothing fires after detaching', () => {
    const { press, detach, fired } = openList()
    detach()
    press(typeStep('QWERTY', 'j'))
    expect(fired).toEqual([])
  })
})
