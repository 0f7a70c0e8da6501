import type { ViewedResource } from '../../../domain/access/routes.ts'
import { RecordScreen } from '../../features/record-page/record-screen.tsx'
import { withQueries } from '../../workspace/workspace-queries.tsx'

export const viewOf = (resource: ViewedResource) => withQueries(() => <RecordScreen resource={resource} />)
