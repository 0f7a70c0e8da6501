import { useTranslation } from 'react-i18next'
import type { Role } from '../../../domain/access/permissions.ts'
import type { ApiKey } from '../../../domain/keys/key.ts'
import { hasGrant, keyGroups } from '../../../domain/keys/key-verbs.ts'
import { StatusCell, TextCell } from '../cells/cells.tsx'
import { columnsOf } from '../cells/columns-of.tsx'
import { defineView } from '../shared/define-view.ts'
import { keyLooks } from '../shared/status-tones.ts'
import { keyActions } from './commands.ts'
import { grantsWords, rightWords, subjectOf, subjectWords } from './grant-words.ts'

export const keyView = defineView(keyActions, {
  columns: columnsOf('keys', {
    number: {},
    name: {},
    // Whole: this is what tells keys apart in a program's settings.
    prefix: { width: 160, minWidth: 152 },
    verbs: { narrow: 'line', width: 320, minWidth: 140, cell: ({ verbs }) => <GrantsCell grants={verbs} /> },
    isActive: {
      header: 'keys:columns.isActive',
      narrow: 'side',
      width: 130,
      cell: (key) => <StateCell record={key} />,
    },
    expiresAt: {},
    lastUsedAt: { narrow: 'meta' },
    owner: {},
    createdAt: { narrow: undefined },
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

/** Revoked, expired, or neither. */
const StateCell = ({ record: { isActive, expiresAt } }: { record: ApiKey }) => {
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const state = isActive ? (isOver ? 'expired' : 'valid') : 'revoked'
  return <StatusCell look={keyLooks[state]} label={`keys:state.${state}`} />
}

const GrantsCell = ({ grants }: { grants: readonly string[] }) => {
  const { t } = useTranslation(['keys', 'commands'])
  return <TextCell value={grantsWords(t, grants)} />
}
