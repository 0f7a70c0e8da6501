import { violations } from './support/axe.ts'
import { newProduct, uniqueWord } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('a key is made, used, revoked and taken back by keyboard; what somebody changed stays', async ({
  page,
  app,
  api,
  server,
}) => {
  const word = uniqueWord()
  const product = await newProduct(api)
  const whole = page.getByRole('main').getByRole('region', { name: 'Clé entière' })

  await test.step('the form has the rights as boxes, moved over by arrows', async () => {
    await app.openList('/keys/list')
    await app.press('n')
    await page.getByRole('textbox', { name: 'Nom' }).focus()
    await page.keyboard.type(`Tableur ${word}`)
    await page.getByRole('checkbox', { name: 'Commandes, Lire' }).focus()
    await app.press(' ')
    await app.press('ArrowRight')
    await expect(page.getByRole('checkbox', { name: 'Commandes, Exporter' })).toBeFocused()
    await app.press('ArrowRight')
    await expect(page.getByRole('checkbox', { name: 'Commandes, Modifier' })).toBeFocused()
    await app.press(' ')
    expect(await violations(page)).toEqual([])
    await app.press('Control+Enter')
    await expect(whole).toContainText('Copiez-la maintenant')
    expect(await violations(page)).toEqual([])
  })

  const key = (await whole.getByRole('code').textContent())!
  expect(key).toMatch(/^wbk_[0-9a-f]{12}_[\w-]{43}$/)
  const call = (method: string, path: string, body?: object) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const numbers: number[] = []
  await test.step('it writes what its rights allow, and no more', async () => {
    for (const name of ['Awa', 'Issa', 'Fatou']) {
      const answer = await call('POST', '/orders', {
        country: 'ic',
        product: product.id,
        customerName: `${name} ${word}`,
        customerPhone: '+2250708091011',
        customerAddress: 'Cocody',
        quantity: 1,
      })
      expect(answer.status).toBe(201)
      const { id, number } = (await answer.json()) as { id: string; number: number }
      numbers.push(number)
      if (name === 'Issa') await api.update('orders', id, { customerAddress: 'Plateau' })
    }
    expect((await call('GET', '/products')).status).toBe(403)
  })

  await test.step('the history says by which key', async () => {
    await app.openList(`/orders/list?q=${encodeURIComponent(`Fatou ${word}`)}`)
    await app.press('Shift+H')
    await expect(page.getByRole('dialog')).toContainText(`par la clé Tableur ${word}`)
    await app.press('Escape')
  })

  await test.step('revoked from the palette: the dry run counts and lists, then it is done', async () => {
    await app.openList('/keys/list')
    await app.ask(`révoquer la clé Tableur ${word}`)
    await expect(page.getByRole('option', { name: 'Révoquer la clé d’API', selected: true })).toBeVisible()
    await app.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Aucun programme ne pourra plus s’en servir')
    await dialog.getByRole('combobox').focus()
    await page.keyboard.type('Tout')
    await expect(dialog).toContainText('2 fiches seraient remises comme elles étaient')
    await expect(dialog).toContainText('1 fiche reste telle quelle')
    await expect(dialog).toContainText(`#${numbers[1]}`)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Révoquer et reprendre 2 fiches' }).focus()
    await app.press('Enter')
    await expect(
      page.getByText(`Clé Tableur ${word} révoquée. 2 fiches reprises. 1 fiche gardée telle quelle.`),
    ).toBeVisible()
    await expect(page.getByRole('grid')).toBeFocused()
    await expect(page.getByRole('row').filter({ hasText: word })).toContainText('Révoquée')
    expect((await call('GET', '/orders')).status).toBe(401)
  })

  await test.step('only what somebody changed is left', async () => {
    await app.openList(`/orders/list?q=${encodeURIComponent(word)}`)
    await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1)
    await expect(page.getByRole('row').filter({ hasText: word })).toContainText('Issa')
  })
})
