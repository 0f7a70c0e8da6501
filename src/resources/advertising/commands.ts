import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'
import { spendSaid } from '../shared/spend-said.ts'

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
      run: (context, { said = '' }) => spendSaid(context, said),
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
