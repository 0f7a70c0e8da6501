import { newProduct, newSeller } from './support/records.ts'
import { expect, test } from './support/test.ts'

const dir = '/tmp/shots-forms'
for (const [width, height] of [[1440, 900], [390, 844]] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`shots ${width} ${colorScheme}`, async ({ page, desk, openAs, api }) => {
      test.setTimeout(400_000)
      const shot = (name: string) => page.screenshot({ path: `${dir}/${name}-${width}-${colorScheme}.png` })
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      const seller = await newSeller(api)
      const product = await newProduct(api, { name: 'Robot pétrin 5 L', owner: seller.id })
      await openAs('admin', '/orders/import')
      const lines = [
        'Produit;Nom;Téléphone;Adresse;Qté;Prix;Lien;Réf',
        `#${product.number};Awa Koné;0708091011;Cocody;1;15 000;;A1`,
        'Robo petrin 5L;Héloïse Aka;12;"Rue 12; porte 3";2;15 000;;A2',
        `#${product.number};Awa Koné;0708091011;Cocody;1;15 000;;A1`,
        'Fantôme;;abc;;deux;x;pas un lien;A3',
        `#${product.number};Koffi N’Guessan;708091012;Plateau;1;15 000;exemple.com/a;A4`,
        ...Array.from({ length: 30 }, (_, at) => `#${product.number};Client ${at};07080910${10 + at};Cocody;1;;;B${at}`),
      ]
      await expect(page.getByRole('button', { name: 'Choisir un fichier' })).toBeFocused()
      await shot('choose')
      await desk.chooseFile(page.getByRole('button', { name: 'Choisir un fichier' }), 'avril.csv', Buffer.from(lines.join('\r\n'), 'latin1'))
      await expect(page.getByRole('grid', { name: 'Aperçu des lignes' })).toBeFocused()
      await page.waitForTimeout(1500)
      await shot('preview')
      await desk.press('ArrowRight', 'ArrowRight', 'Enter')
      await page.waitForTimeout(200)
      await shot('editing')
      await page.goto('/expeditions/create')
      await expect(page.getByRole('combobox', { name: 'Vendeur' })).toBeFocused()
      await desk.type(seller.name.slice(0, 4))
      await expect(page.getByRole('option').first()).toBeVisible()
      await shot('seller')
      await desk.press('Enter')
      const leaves = page.getByRole('combobox', { name: 'Expédiée le' })
      await desk.tabTo(leaves)
      await desk.type('+3')
      await desk.press('ArrowDown')
      await page.waitForTimeout(300)
      await shot('calendar')
      await desk.press('Escape')
      await desk.fill('24/13')
      await page.waitForTimeout(200)
      await shot('unread')
      await page.goto('/orders/create')
      await expect(page.getByRole('combobox', { name: 'Produit' })).toBeFocused()
      await desk.press('ArrowDown')
      await expect(page.getByRole('option').nth(3)).toBeVisible()
      await page.waitForTimeout(500)
      await shot('product')
    })
  }
}
