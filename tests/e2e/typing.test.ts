import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import { isActive, parseWhen } from '../../machines/keys/key-context.ts'
import { isTextStep, parseKeys } from '../../machines/keys/parse-keys.ts'
import { casesOf, isFull } from '../support/is-full.ts'
import { everyStroke, type LayoutName, type Stroke, typedOn, typeStep } from '../support/keyboards.ts'
import { expect, full, test } from './support/test.ts'
import { plugIn } from './support/typing/keyboard.ts'
import { openTypingPage } from './support/typing/typing-page.ts'

/**
 * Default binding of a key by its print: a letter alone or with `Shift+`, other characters as they are, Cyrillic letters by
 * their Latin key. On AZERTY's digit row the digit without Shift, if the typed character has no binding.
 */
const defaultStep = (layout: LayoutName, stroke: Stroke): string[] => {
  const { key, code, shiftKey, altKey = false } = stroke
  if (key === 'Dead') return []
  if (altKey) return /[\p{L}\p{N}]/u.test(key) ? [] : [key]
  const isCyrillic = /[^\p{ASCII}\p{Script=Latin}]/u.test(key) && /\p{L}/u.test(key)
  const printed = isCyrillic ? (typedOn('QWERTY', code, shiftKey) ?? key) : key
  const step = written(printed, shiftKey)
  const digit = layout === 'AZERTY' && !shiftKey && code.startsWith('Digit') ? [code.slice(-1)] : []
  return [step, ...(isCyrillic ? [written(key, shiftKey)] : []), ...digit]
}

const written = (character: string, shiftKey: boolean): string =>
  shiftKey && /\p{L}/u.test(character) ? `Shift+${character.toLowerCase()}` : character.toLowerCase()

const layouts = ['QWERTY', 'AZERTY', 'QWERTZ', 'Russian'] as const satisfies readonly LayoutName[]
const escapeKey = typeStep('QWERTY', 'Escape')

for (const layout of layouts) {
  // The others are pressed in tests/unit/console/keyboard/key-resolver.test.ts.
  if (!isFull && layout !== 'AZERTY' && layout !== 'Russian') continue

  test(`on ${layout} every default fires exactly once`, full, async ({ page }) => {
    const typing = await openTypingPage(page)
    const keyboard = await plugIn(page)
    for (const [context, bindings] of byContext(await typing.bindings())) {
      await typing.holdFlags(flagsOf(context))
      await keyboard.type(bindings.flatMap(({ keys }) => strokesOf(layout, keys)))
      expect(await typing.takeFired(), context).toEqual(bindings.map(({ command }) => command))
    }
  })

  test(`on ${layout} nothing is lost at 20 keys a second, rolled over`, full, async ({ page }) => {
    const typing = await openTypingPage(page)
    const keyboard = await plugIn(page)
    await typing.holdFlags(['list', 'resource:orders'])
    const all = await typing.bindings()
    const bound = all.filter(
      ({ keys, when }) => when === 'list resource:orders' && parseKeys(keys)?.length === 1,
    )
    const going = all.filter(({ keys }) => keys.startsWith('g '))
    const round = [...bound, ...going]
    const rounds = Array.from({ length: Math.ceil(240 / round.length) }, () => round).flat()
    const strokes = rounds.flatMap(({ keys }) => strokesOf(layout, keys))
    const took = await keyboard.roll(strokes)
    expect(strokes.length).toBeGreaterThan(240)
    expect(strokes.length / (took / 1000)).toBeGreaterThan(20)
    expect(await typing.takeFired()).toEqual(rounds.map(({ command }) => command))
  })

  // The other boards in a full run: tests/unit/console/keyboard/key-resolver.test.ts presses every default on each of them.
  if (!isFull && layout !== 'AZERTY') continue

  test(`on ${layout} no key of the board fires what is not on it`, full, async ({ page }) => {
    const typing = await openTypingPage(page)
    const keyboard = await plugIn(page)
    const all = await typing.bindings()
    const contexts = casesOf([...byContext(all).keys()], (_, at) => at % 3 === 0)
    for (const context of contexts) {
      await typing.holdFlags(flagsOf(context))
      const pressed = everyStroke(layout).map((stroke) => ({
        stroke,
        ...meant(layout, stroke, context, all),
      }))
      // Escape cancels a started sequence and fires nothing itself.
      await keyboard.type(pressed.flatMap(({ stroke, begins }) => (begins ? [stroke, escapeKey] : [stroke])))
      expect(await typing.takeFired(), context).toEqual(pressed.flatMap(({ command }) => command ?? []))
    }
  })
}

test('held keys repeat moves and nothing else', full, async ({ page }) => {
  const typing = await openTypingPage(page)
  const keyboard = await plugIn(page)
  for (const [context, bindings] of byContext(await typing.bindings())) {
    await typing.holdFlags(flagsOf(context))
    const single = bindings.filter(({ keys }) => parseKeys(keys)?.length === 1)
    for (const { keys } of single) await keyboard.hold(typeStep('AZERTY', keys), 3)
    expect(await typing.takeFired(), context).toEqual(
      single.flatMap(({ command, repeat }) => Array.from({ length: repeat ? 4 : 1 }, () => command)),
    )
  }
})

test('text is text: input methods, dead keys and AltGr fire nothing', full, async ({ page }) => {
  const typing = await openTypingPage(page)
  const keyboard = await plugIn(page)
  await typing.holdFlags(['list', 'resource:orders'])
  const stroke = (key: string, code: string, more: Partial<Stroke> = {}): Stroke => ({
    ...{ key, code, shiftKey: false, ctrlKey: false },
    ...more,
  })
  const altGr = { ctrlKey: true, altKey: true }
  await keyboard.type([
    ...['KeyE', 'KeyJ', 'KeyS', 'Enter', 'Space'].map((code) => stroke('Process', code)),
    ...[
      stroke('Dead', 'BracketLeft'),
      stroke('ê', 'KeyE'),
      stroke('Dead', 'BracketLeft'),
      stroke('ö', 'KeyO'),
    ],
    ...[stroke('€', 'KeyE', altGr), stroke('e', 'KeyE', altGr), stroke('@', 'Digit0', altGr)],
    ...[stroke('µ', 'KeyM', altGr), stroke('ß', 'KeyS', altGr)],
  ])
  // A key consumed by an input method: the event has the letter, but the key code 229.
  for (const letter of 'josx')
    await keyboard.press(stroke(letter, `Key${letter.toUpperCase()}`), { keyCode: 229 })
  expect(await typing.takeFired()).toEqual([])

  const box = page.getByRole('textbox', { name: 'Texte', exact: true })
  await box.focus()
  await keyboard.compose(['s', 'し', 'しょ', 'しょう', '商'], '商品')
  await keyboard.type([stroke('Dead', 'BracketLeft'), stroke('ê', 'KeyE')])
  await expect(box).toHaveValue('商品ê')
  expect(await typing.takeFired()).toEqual([])
})

for (const name of ['Texte', 'Texte long']) {
  test(`in the box “${name}” nothing fires but what is meant to`, full, async ({ page }) => {
    const typing = await openTypingPage(page)
    const keyboard = await plugIn(page)
    const box = page.getByRole('textbox', { name, exact: true })
    for (const [context, bindings] of byContext(await typing.bindings())) {
      await typing.holdFlags(flagsOf(context))
      await box.focus()
      const typed = bindings.filter(({ keys }) => keys !== 'Mod+a' && keys !== 'Mod+z')
      await keyboard.type(typed.flatMap(({ keys }) => strokesOf('AZERTY', keys)))
      const allowed = typed.filter(
        ({ keys, allowInInput }) => allowInInput && !isTextStep(keys.split(' ')[0] ?? ''),
      )
      expect(await typing.takeFired(), context).toEqual(allowed.map(({ command }) => command))
    }
    await box.fill('')
    await keyboard.type(strokesOf('AZERTY', 'g o j x s'))
    await expect(box).toHaveValue('gojxs')
  })
}

test('under a dialog that does not own them the keys of the list fire nothing', full, async ({ page }) => {
  const typing = await openTypingPage(page)
  const keyboard = await plugIn(page)
  await typing.holdFlags(['list', 'resource:orders'])
  await typing.openDialog()
  await expect(page.getByRole('dialog', { name: 'Fenêtre' })).toBeVisible()
  // The focused button handles these keys itself.
  const own = ['Escape', 'Enter', 'Space', 'Shift+Space']
  const bindings = (await typing.bindings()).filter(
    ({ keys, when }) => !own.includes(keys) && !parseWhen(when).bars.includes('dialog'),
  )
  // Screens share keys: each is typed once.
  const sequences = [...new Set(bindings.map(({ keys }) => keys))]
  await keyboard.type(sequences.flatMap((keys) => strokesOf('AZERTY', keys)))
  const flags = ['list', 'resource:orders', 'dialog']
  const allowed = sequences.flatMap((keys) =>
    bindings.filter((binding) => binding.keys === keys && binding.allowInInput && isActive(binding, flags)),
  )
  expect(await typing.takeFired()).toEqual(allowed.map(({ command }) => command))
})

test('a pause of 400 ms lists what may follow, and the sequence goes on', full, async ({ page }) => {
  const typing = await openTypingPage(page)
  const keyboard = await plugIn(page)
  const hints = page.getByRole('region', { name: 'Suite de la combinaison' })
  const since = Date.now()
  await keyboard.type(strokesOf('QWERTZ', 'g'))
  await expect(hints).toContainText('Aller aux commandes')
  expect(Date.now() - since).toBeGreaterThanOrEqual(400)
  await keyboard.type(strokesOf('QWERTZ', 'o'))
  await expect(hints).toBeHidden()
  expect(await typing.takeFired()).toEqual(['go.orders'])
})

test('what may follow is listed by name in every context', full, async ({ page }) => {
  const typing = await openTypingPage(page, { hint: 20 })
  const keyboard = await plugIn(page)
  const hints = page.getByRole('region', { name: 'Suite de la combinaison' })
  const all = await typing.bindings()
  for (const context of byContext(all).keys()) {
    await typing.holdFlags(flagsOf(context))
    await keyboard.type(strokesOf('QWERTZ', 'g'))
    const names = hints.getByRole('definition')
    const going = all.filter(({ keys, when }) => keys.startsWith('g ') && holds(when, context))
    await expect(names).toHaveCount(going.length)
    for (const name of await names.allTextContents()) expect(name).toMatch(/^[^.:]*\s[^.:]*$/)
    await keyboard.press(escapeKey)
    await expect(hints).toBeHidden()
    expect(await typing.takeFired(), context).toEqual([])
  }
})

test('the console itself keeps up with a Russian keyboard at full speed', full, async ({ page, app }) => {
  await app.openList('/products/list')
  const keyboard = await plugIn(page)
  await keyboard.roll(strokesOf('Russian', 'g o'))
  await app.listReady('Commandes')
  await expect(page).toHaveURL('/orders/list')
  const moves = Array.from({ length: 200 }, (_, index) => (index % 4 === 3 ? 'k' : 'j'))
  await keyboard.roll(strokesOf('Russian', moves.join(' ')))
  await expect.poll(async () => (await app.active())?.at).toBe(101)
  await keyboard.type(strokesOf('Russian', 'f'))
  await expect(app.filterBox).toBeFocused()
  await keyboard.compose(['し', 'しょう'], '商品')
  await expect(app.filterBox).toHaveValue('商品')
  await expect(page).toHaveURL(/\/orders\/list/)
})

/** Key bindings by context. */
const byContext = (bindings: readonly KeyBinding[]) => {
  const contexts = new Map<string, KeyBinding[]>()
  for (const binding of bindings) {
    const context = parseWhen(binding.when).wants.join(' ')
    contexts.set(context, [...(contexts.get(context) ?? []), binding])
  }
  return contexts
}

const flagsOf = (context: string): string[] => context.split(' ').filter((flag) => flag !== '')

const strokesOf = (layout: LayoutName, keys: string): Stroke[] =>
  (parseKeys(keys) ?? []).map((step) => typeStep(layout, step))

const holds = (when: string | undefined, context: string): boolean => {
  const { wants, bars } = parseWhen(when)
  const flags = flagsOf(context)
  return wants.every((flag) => flags.includes(flag)) && !bars.some((flag) => flags.includes(flag))
}

/** Expected meaning of a keycap: the command bound to it in this context, or the start of a sequence. */
const meant = (layout: LayoutName, stroke: Stroke, context: string, all: readonly KeyBinding[]) => {
  const active = all
    .filter(({ when }) => holds(when, context))
    .toSorted((a, b) => parseWhen(b.when).wants.length - parseWhen(a.when).wants.length)
  for (const step of defaultStep(layout, stroke)) {
    const binding = active.find(({ keys }) => keys === step)
    if (binding !== undefined) return { command: binding.command, begins: false }
    if (active.some(({ keys }) => keys.startsWith(`${step} `))) return { command: null, begins: true }
  }
  return { command: null, begins: false }
}
