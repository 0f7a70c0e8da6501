import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'

export const advertisingActions = defineActions('advertising', {
  icon: 'megaphone',
  group: 'trade',
  at: 35,
  letter: 'Shift+a',
  own: [
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
