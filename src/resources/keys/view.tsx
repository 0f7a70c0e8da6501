import { useTranslation } from 'react-i18next'
import type { Role } from '../../../domain/access/permissions.ts'
import { hasGrant, keyGroups } from '../../../domain/keys/key-verbs.ts'
import { TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { keyActions } from './commands.ts'
import { grantsWords, rightWords, subjectOf, subjectWords } from './grant-words.ts'

export const keyView = defineView(keyActions, {
  columns: columnsOf('keys', {
    number: {},
    name: {},
    prefix: { width: 160 },
    verbs: { width: 320, minWidth: 140, cell: ({ verbs }) => <GrantsCell grants={verbs} /> },
    isActive: { narrow: 'side' },
    expiresAt: {},
    lastUsedAt: { narrow: 'meta' },
    owner: {},
    createdAt: {},
  }),
  main: ['key.edit', 'key.revoke'],
  form: {
    choices: (_api, translate, _known, actor) => ({
      verbs: {
        label: (group) => rightWords(translate, group),
        rows: rowsOf(translate, actor.role),
      },
    }),
  },
})

/** The groups that a role may give its keys, by what they are about. */
const rowsOf = (say: (key: string) => string, role: Role) => {
  const groups = Object.keys(keyGroups).filter((group) => hasGrant(role, group))
  return [...new Set(groups.map(subjectOf))].map((subject) => ({
    label: subjectWords(say, subject),
    values: groups.filter((group) => subjectOf(group) === subject),
  }))
}

const GrantsCell = ({ grants }: { grants: readonly string[] }) => {
  const { t } = useTranslation(['keys', 'commands'])
  return <TextCell value={grantsWords(t, grants)} />
}
