import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'

export const advertisingActions = defineActions('advertising', {
  icon: 'megaphone',
  group: 'trade',
  at: 35,
  letter: 'Shift+a',
  own: [
    defineCommand({
      id: 'ad-cost.spend',
      icon: 'plus',
      target: 'none',
      section: 'create',
      args: [{ name: 'said', kind: 'text', maxLength: 200, written: /\d/ }],
      whyNot: (context) => mayVerb(context, 'ad-cost.create'),
      run: async ({ country, ports }, { said: text = '' }) => {
        const { lines } = await ports.api.advertising.check({ country, text })
        const [line] = lines
        const code = line === undefined ? 'NOT_A_NUMBER' : line.problem
        if (
          line === undefined ||
          line.product === null ||
          line.day === null ||
          line.amount === null ||
          code !== null
        )
          return { kind: 'failed', code: code ?? 'NOT_FOUND' }
        const { product, day, amount, productName: name } = line
        const end = await ports.create({ resource: 'advertising', input: { country, product, day, amount } })
        if (end.kind !== 'done') return end
        const batchId = end.report?.batchId ?? null
        ports.list?.refresh()
        ports.notify({
          tone: 'success',
          titleKey: 'advertising:spentOn',
          values: { name: name ?? '' },
          action: batchId === null ? undefined : ports.offerUndo(batchId),
        })
        return end
      },
    }),
    defineCommand({
      id: 'ad-cost.paste',
      icon: 'spreadsheet',
      target: 'none',
      section: 'list',
      keys: [{ keys: 'p', when: 'list resource:advertising' }],
      whyNot: ({ actor }) => (actor !== null && admits('/advertising/paste', actor) ? null : 'FORBIDDEN'),
      run: ({ ports }) => ports.navigate(paths.advertisingPaste()),
    }),
  ],
})
