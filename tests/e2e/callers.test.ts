import { callPolicyIds } from '../../domain/calls/call-policy.ts'
import { violations } from './support/axe.ts'
import { newAgent } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('an agent is let call by a key, works the queue by keys, and has no list of orders', async ({
  page,
  app,
  api,
}) => {
  const agent = await newAgent(api)
  await app.openList(`/users/list?q=${encodeURIComponent(agent.email)}`)
  await app.press('p')
  await expect.poll(async () => (await api.one('users', agent.id)).calls).toBe(true)
  await app.openAs(agent.email, '/orders/triage')
  const confirm = page.getByRole('button', { name: 'Confirmer' })
  await expect(confirm).toBeVisible()
  await expect(page.getByRole('link', { name: 'Commandes' })).toHaveCount(0)

  await test.step('corrects the order, with the products of its seller, and goes on', async () => {
    await app.press('e')
    await expect(page.getByRole('combobox', { name: 'Produit' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Nom du client' })).toHaveCount(0)
    await app.press('Escape')
    await expect(confirm).toBeVisible()
    await app.press('j')
    await expect(confirm).toBeVisible()
  })

  await test.step('is led elsewhere from the list of orders', async () => {
    await page.goto('/orders/list')
    await expect(page).not.toHaveURL(/orders\/list/)
  })
})

test('a policy is rehearsed while it is typed, saved and taken back by keys', async ({ page, app, api }) => {
  await app.openList('/orders/list')
  await app.press('g', 'Shift+Y')
  await expect(page).toHaveURL(/call-policies\/list/)
  await app.listReady('Règles d’appel')
  await app.press('e')
  const rehearsal = page.getByRole('region', { name: 'Les 30 derniers jours avec cette règle' })
  await expect(rehearsal.getByRole('row', { name: /^Appels passés/ })).toBeVisible()
  await expect(rehearsal.getByRole('status')).toContainText(/appels? passés?/)
  const days = page.getByRole('textbox', { name: 'Jours fériés' })
  await days.fill('Noël')
  await expect(rehearsal).toContainText('Corrigez les champs')
  await days.fill('2031-12-25')
  await expect(rehearsal.getByRole('row', { name: /^Appels passés/ })).toBeVisible()
  const waits = page.getByRole('textbox', { name: 'Attente après chaque appel manqué' })
  await waits.fill('30 bananes')
  await expect(rehearsal).toContainText('Écrivez les attentes ainsi')
  await waits.fill('30 min, 2 h, le lendemain matin')
  await expect(rehearsal.getByRole('row', { name: /^Appels passés/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await app.press('Control+Enter')
  await app.listReady('Règles d’appel')
  await expect(page.getByText('Règle d’appel n° 1 enregistrée')).toBeVisible()
  expect((await api.one('call-policies', callPolicyIds.ic)).spacing).toBe('30m 2h morning')
  await expect.poll(async () => (await app.active())?.cells).toContain('30 min, 2 h, matin')
  await app.press('u')
  const policy = async () => api.one('call-policies', callPolicyIds.ic)
  await expect.poll(async () => (await policy()).daysOff).toBeNull()
})
