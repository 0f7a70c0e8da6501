import { Announcer } from '../../ui/feedback/status.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { useListQuery } from '../records/use-list-query.ts'
import { TriageBoard } from './triage-board.tsx'

/** Calling those that a filter finds, one after the other. Another filter, or another country, is another sitting. */
const TriageScreen = () => {
  const { country } = useWorkspace()
  const { query, where } = useListQuery('orders', country)
  return (
    <Announcer>
      <TriageBoard key={`${country} ${query}`} query={query} where={where} />
    </Announcer>
  )
}

export default withQueries(TriageScreen)
