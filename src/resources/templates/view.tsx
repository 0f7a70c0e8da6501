import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { templateActions } from './commands.ts'

export const templateView = defineView(templateActions, {
  columns: columnsOf('templates', {
    number: {},
    name: {},
    channel: { narrow: 'meta' },
    language: { narrow: 'meta', width: 130 },
    text: { narrow: 'line', width: 420, minWidth: 160 },
    owner: { hidden: true },
    createdAt: {},
  }),
})
