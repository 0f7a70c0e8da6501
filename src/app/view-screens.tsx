import type { ViewedResource } from '../../domain/access/routes.ts'
import { RecordScreen } from '../features/record-page/record-screen.tsx'

/** The page on which a record is read. */
export const viewOf = (resource: ViewedResource) => () => <RecordScreen resource={resource} />
