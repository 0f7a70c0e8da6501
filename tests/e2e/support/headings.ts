import { type ResourceRoute, type Route, resourceScreens } from '../../../domain/access/routes.ts'
import { readTexts } from '../../../scripts/lib/read-texts.mjs'

const texts = readTexts('fr')
const keys = { list: 'title', create: 'add', view: 'numbered', update: 'edit' } as const

/** Headings of generic screens. */
const common = Object.fromEntries(
  resourceScreens.map(({ route, resource, act }) => {
    const words = String(texts[resource]?.[keys[act]])
    return [route, words.includes('{{') ? new RegExp(`^${words.replace('{{number}}', '\\d+')}$`) : words]
  }),
) as Record<ResourceRoute, string | RegExp>

/** The French heading of each screen behind the login. Fails to compile when one is missing. */
export const headings: Record<Route, string | RegExp> = {
  ...common,
  '/dashboard': 'Tableau de bord',
  '/calculator': 'Calculateur',
  '/callers': 'Qui appelle',
  '/journal': 'Journal',
  '/status': 'État du serveur',
  '/profile': 'Mon profil',
  '/keyboard': 'Clavier',
  '/orders/import': 'Importer des commandes',
  '/orders/triage': 'Appels',
  '/products/add/:affiliate': 'Nouveau produit',
  '/shippings/delivery/list': 'Ma tournée',
  '/shippings/labels': 'Étiquettes',
  '/shippings/scan': 'Scanner des colis',
  '/affiliates/store': 'Boutique',
  '/invoices/view/:id': /INV-[A-Z]{2}-\d{4}-\d{5}/,
  '/invoices/edit/:id': /^Frais de la facture INV-/,
  '/manifests/print': 'Bordereaux',
  '/handovers/receipt/:id': /^Reçu de caisse n° \d+$/,
  '/handovers/count': 'Compter la caisse',
  '/payouts/add': 'Payer un vendeur',
  '/payouts/edit/:id': /^Modifier le versement PAY-/,
  '/payouts/receipt/:id': /^Reçu du versement PAY-[A-Z]{2}-\d{4}-\d{5}$/,
  '/payouts/statement': /^Relevé/,
  '/tariffs/grid': 'Grille de tarifs',
  '/advertising/paste': 'Coller des coûts publicitaires',
}
