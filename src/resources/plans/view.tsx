import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { planActions } from './commands.ts'

export const planView = defineView(planActions, {
  columns: columnsOf('packages', {
    number: {},
    name: { width: 260 },
    pack: { width: 140, minWidth: undefined, narrow: 'side' },
    users: { width: 120 },
    owner: {},
    createdAt: {},
  }),
  related: [
    {
      resource: 'users',
      where: ({ id }) => ({ package: id }),
      titleKey: 'record:usersOfPackage',
      emptyKey: 'record:noUsers',
    },
  ],
})
