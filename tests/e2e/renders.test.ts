import { countOptionRenders, countRowRenders } from './support/count-renders.ts'
import { expect, full, test } from './support/test.ts'

test.beforeEach(({ app }) => app.openList('/orders/list'))

test('renders the two rows that a step changes, one for a selection or a changed order, and no other', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const { items } = await api.list('orders', { country: 'ic', limit: 5 })
  const rendered = await countRowRenders(page)
  await app.listReady('Commandes')
  const at = (place: number) => expect.poll(async () => (await app.active())?.at).toBe(place)
  await at(1)
  expect((await rendered()).length, 'the rows in view').toBeGreaterThan(5)
  await app.press('j')
  await at(2)
  expect((await rendered()).toSorted((a, b) => a - b)).toEqual([0, 1])
  await app.press('Space')
  await expect(app.selection).toContainText('1 sélectionnée')
  expect(new Set(await rendered())).toEqual(new Set([1]))
  await api.update('orders', items[3]!.id, { customerName: 'Nom changé' })
  await expect(page.getByRole('gridcell', { name: 'Nom changé' })).toBeVisible()
  expect(await rendered()).toEqual([3])
  for (let step = 0; step < 40; step++) {
    await app.press('j')
    await at(step + 3)
    expect((await rendered()).length, 'of a step that scrolls').toBeLessThanOrEqual(3)
  }
})

test('renders for a key the rows in view once; the rest when keys rest', full, async ({ page, app }) => {
  const rendered = await countOptionRenders(page)
  await app.listReady('Commandes')
  await app.press('Control+k')
  await expect(app.highlighted).toBeVisible()
  const [first = 0] = await rendered()
  expect(first, 'of the page that opens').toBeLessThanOrEqual(inView)
  await expect.poll(() => app.palette.getByRole('option').count(), 'the rest of them').toBeGreaterThan(inView)
  await rendered()
  for (const letter of 'com') {
    await app.type(letter)
    await expect.poll(() => app.palette.getByRole('option').count()).toBeGreaterThan(0)
    const [key = 0, ...later] = await rendered()
    expect(key, `rows rendered for "${letter}"`).toBeLessThanOrEqual(inView)
    expect(later.length, 'what an answer and the rest of the rows may add').toBeLessThanOrEqual(2)
  }
  expect(await app.palette.getByRole('option').count(), 'whatever is found').toBeLessThanOrEqual(MAX_ROWS)
})

/** The visible rows, at most `MAX_ROWS`. */
const inView = 12
const MAX_ROWS = 50
