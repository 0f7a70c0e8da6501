import type { CountryCode } from '../../domain/core/countries.ts'
import type { TemplateInput } from '../../domain/templates/template.ts'
import type { Transaction } from '../db/drizzle.ts'
import { templates } from '../db/schema/templates.ts'
import { templateList } from '../queries/templates.ts'
import type { Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

type DemoTemplate = Omit<TemplateInput, 'country'>

const demoTemplates: readonly DemoTemplate[] = [
  {
    name: 'Pas de réponse',
    channel: 'whatsapp',
    language: 'fr',
    text: 'Bonjour {customer}, nous avons essayé de vous joindre pour votre commande n° {number} : {product}, {total}. Quand pouvons-nous vous rappeler ?',
  },
  {
    name: 'Rappel convenu',
    channel: 'whatsapp',
    language: 'fr',
    text: 'Bonjour {customer}, c’est noté : nous vous rappelons {callback} pour votre commande de {product}.',
  },
  {
    name: 'Livreur en route',
    channel: 'sms',
    language: 'fr',
    text: 'Bonjour {customer}, votre colis n° {number} arrive aujourd’hui. Préparez {total}, merci.',
  },
  {
    name: 'Jour de livraison',
    channel: 'whatsapp',
    language: 'fr',
    text: 'Bonjour {customer}, votre commande {product} sera livrée {slot}. {seller}',
  },
  {
    name: 'Confirmation',
    channel: 'email',
    language: 'en',
    text: 'Hello {customer}, your order no. {number} is confirmed: {product}, {total}. {seller}',
  },
]

const countriesWith: readonly CountryCode[] = ['ic', 'sn']

/** Templates of the first admin, a month old. */
export const writeTemplates = async (
  tx: Transaction,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  const since = new Date(now.getTime() - 30 * 86_400_000)
  const rows = countriesWith.flatMap((country) =>
    demoTemplates.map((template) => ({
      ...template,
      id: idAt(random, since.getTime()),
      country,
      owner: staff.admins[0]!.id,
      createdAt: since,
      updatedAt: since,
    })),
  )
  await tx.insert(templates).values(rows)
  await templateList.makeFindable(
    tx,
    rows.map(({ id }) => id),
  )
}
