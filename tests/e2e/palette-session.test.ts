import type { Page } from '@playwright/test'
import { newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

test('announces place, options, reasons and result', full, async ({ page, app, api }) => {
  // Ending the session aborts searches.
  app.expectErrors(/ERR_FAILED/)
  const word = uniqueWord()
  const product = await newProduct(api, { name: `Lampe ${word}` })
  const order = { product: product.id, comment: word }
  await newOrder(api, { ...order, customerName: 'Awa Koné' })
  const cancelled = await newOrder(api, { ...order, customerName: 'Yao Traoré' })
  await api.put('orders/status', { ids: [cancelled.id], status: 'CANCELLED' })
  await app.openList(`/orders/list?q=${word}`)
  const said = await listen(page)

  await test.step('opened: the current record first, unavailable commands with the reason, then the list, then places', async () => {
    await app.press('Control+k')
    await said.last(/^\d+ résultats$/)
    await expect(app.palette).toMatchAriaSnapshot(`
      - dialog "Palette":
        - combobox "Palette" [expanded]
        - listbox "Résultats":
          - group /Commande n° \\d+/:
            - option "Modifier la commande" [selected]
            - option "Changer le statut"
            - option "Supprimer la commande"
            - 'option "Confirmer Indisponible : passage impossible depuis ce statut"'
            - 'option "Annuler la commande Indisponible : déjà à ce statut"'
          - group "Cette liste":
            - option "Nouvelle commande"
            - option "Filtrer la liste"
          - group "Aller à":
            - option "Aller au tableau de bord"
          - group "Créer":
            - option "Nouveau produit"
          - group "Réglages":
            - option "Changer de langue"
        - status: /\\d+ résultats/
        - region "Aperçu"
    `)
    await expect(app.highlighted).toHaveAttribute('aria-posinset', '1')
    await expect(app.highlighted).toHaveAttribute('aria-setsize', /^\d+$/)
  })

  await test.step('typed: what Enter cannot run says so itself, and says so again when it is tried', async () => {
    await app.type('confirmer')
    await expect(app.highlighted).toHaveAccessibleName(
      'Confirmer Indisponible : passage impossible depuis ce statut',
    )
    await said.last(/^\d+ résultats$/)
    await app.press('Enter')
    await said.heard(/^Confirmer\. Indisponible : passage impossible depuis ce statut$/)
    await app.press('ArrowDown')
    await expect(app.palette.getByRole('combobox')).toHaveAttribute(
      'aria-activedescendant',
      (await app.highlighted.getAttribute('id')) ?? 'nothing',
    )
  })

  await test.step('a page of choices: the field is called by the command and its question', async () => {
    await app.fill('changer le statut')
    await said.last(/^\d+ résultats$/)
    await app.press('Enter')
    await said.last(/^Changer le statut : Nouveau statut\. 4 résultats$/)
    await expect(app.palette).toMatchAriaSnapshot(`
      - dialog "Palette":
        - 'combobox "Changer le statut : Nouveau statut" [expanded]'
        - listbox "Résultats":
          - /children: equal
          - 'option "Confirmée Indisponible : passage impossible depuis ce statut" [selected]'
          - 'option "Injoignable Indisponible : passage impossible depuis ce statut"'
          - 'option "Annulée Indisponible : déjà à ce statut"'
          - option "En attente"
        - status: "Changer le statut : Nouveau statut. 4 résultats"
    `)
    await expect(app.highlighted).toHaveAttribute('aria-keyshortcuts', '1')
  })

  await test.step('a dry run: the button that has the focus is described by what it would do', async () => {
    await app.press('Escape')
    await said.last(/^\d+ résultats$/)
    await app.press('Escape', 'Control+a')
    await said.last(/2/)
    await app.press('s')
    await said.last(
      /^Changer le statut : Nouveau statut\. 4 résultats\. 1 changerait, 1 refusée : passage impossible depuis ce statut \(1\)$/,
    )
    await app.press('1')
    await said.last(/^1 changerait, 1 refusée\s?passage impossible depuis ce statut\s?1$/)
    await expect(app.palette).toMatchAriaSnapshot(`
      - dialog "Palette":
        - 'heading "Changer le statut : Confirmée" [level=2]'
        - status:
          - paragraph: 1 changerait, 1 refusée
          - list:
            - listitem: passage impossible depuis ce statut 1
        - contentinfo:
          - button "Retour"
          - button "Appliquer"
    `)
    const apply = app.palette.getByRole('button', { name: 'Appliquer' })
    await expect(apply).toBeFocused()
    await expect(apply).toHaveAccessibleDescription(/^Changer le statut : Confirmée 1 changerait, 1 refusée/)
    await app.press('Escape')
    await said.last(/^Changer le statut : Nouveau statut\. 4 résultats\. 1 changerait, 1 refusée/)
    await app.press('Escape')
    await expect(app.grid).toBeFocused()
  })

  await test.step('nothing found, and records that cannot be searched', async () => {
    await app.press('Control+k')
    await said.last(/^\d+ résultats$/)
    await app.type('zzzzzz')
    await said.last(/^Rien ne correspond à « zzzzzz »$/)
    await expect(app.palette).toMatchAriaSnapshot(`
      - dialog "Palette":
        - combobox "Palette": zzzzzz
        - paragraph: Rien ne correspond à « zzzzzz »
        - paragraph: Essayez un numéro, un nom, un téléphone, ou ? pour l’aide.
        - status: Rien ne correspond à « zzzzzz »
    `)
    await expect(app.palette.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false')
    await page.route('**/search?**', (route) => route.abort())
    await app.fill('yyyyyy')
    await said.last(
      /^Hors ligne : les fiches ne peuvent pas être cherchées\. Les actions restent disponibles\.$/,
    )
  })

  // Each once, in this order, and nothing else; a late dry run may add to the announcement of the choices.
  const counted = (await said.all()).map((text) => text.replace(/^\d+ résultats$/, 'N résultats'))
  const all = counted.filter((text, at) => text !== counted[at - 1])
  expect(all.filter((text, at) => !all[at + 1]?.startsWith(`${text}. `))).toEqual([
    'N résultats',
    'Confirmer. Indisponible : passage impossible depuis ce statut',
    'N résultats',
    'Changer le statut : Nouveau statut. 4 résultats',
    'N résultats',
    expect.stringContaining('2'),
    expect.stringMatching(/^Changer le statut : Nouveau statut\. 4 résultats\. 1 changerait, 1 refusée/),
    expect.stringContaining('1 changerait, 1 refusée'),
    expect.stringMatching(/^Changer le statut : Nouveau statut\. 4 résultats\. 1 changerait, 1 refusée/),
    'N résultats',
    'Rien ne correspond à « zzzzzz »',
    expect.stringContaining('Hors ligne'),
  ])
})

/** Records announcements of live regions. Whether "searching" is announced depends on how long the search takes. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const said: string[] = []
    const last = new WeakMap<Element, string>()
    const regions = () => document.querySelectorAll('[role=status], [role=alert], [aria-live]')
    const textOf = (region: Element) => (region.textContent ?? '').replace(/\s+/g, ' ').trim()
    for (const region of regions()) last.set(region, textOf(region))
    const read = () => {
      for (const region of regions()) {
        const text = textOf(region)
        if (last.get(region) === text) continue
        last.set(region, text)
        if (text !== '' && !text.startsWith('Recherche')) said.push(text)
      }
    }
    new MutationObserver(read).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { said })
  })
  const all = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  return {
    all,
    last: async (pattern: RegExp) => expect.poll(async () => (await all()).at(-1)).toMatch(pattern),
    /** Accepts further announcements: on a busy machine late records change the count again. */
    heard: async (pattern: RegExp) =>
      expect.poll(async () => (await all()).some((text) => pattern.test(text))).toBe(true),
  }
}
