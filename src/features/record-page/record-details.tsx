import { useTranslation } from 'react-i18next'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command-context.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { RecordHistory } from '../journal/record-history.tsx'
import { RecordFacts } from './record-facts.tsx'
import { Part } from './record-part.tsx'
import { RelatedParts } from './related-parts.tsx'

type RecordDetailsProps = {
  resource: ResourceName
  record: AnyRecord
  /** Beside a list: one column, and of the history the newest lines. */
  isCompact?: boolean
}

const MAX_COMPACT_LINES = 4

/** Everything about a record: its facts, what belongs to it, what has been done to it. */
export const RecordDetails = ({ resource, record, isCompact = false }: RecordDetailsProps) => {
  const { t } = useTranslation('journal')
  const { user } = useWorkspace()
  const { id } = record
  const mayReadHistory = whyNot(user, resources[resource].verbs.history, record) === null
  const facts = (
    <>
      <RecordFacts resource={resource} record={record} isCompact={isCompact} />
      <RelatedParts key={id} resource={resource} record={record} />
    </>
  )
  const history = mayReadHistory && (
    <Part title={t('history.title')}>
      <RecordHistory key={id} record={{ resource, id }} limit={isCompact ? MAX_COMPACT_LINES : undefined} />
    </Part>
  )
  if (isCompact) {
    return (
      <div className="flex flex-col gap-5">
        {facts}
        {history}
      </div>
    )
  }
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-6">{facts}</div>
      <div className="flex min-w-0 flex-col gap-6">{history}</div>
    </div>
  )
}
