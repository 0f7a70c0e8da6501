import type { ResourceName } from '../../../domain/resources.ts'
import { ListScreen } from '../../features/records/list-screen.tsx'
import { resourceViews, storeView } from '../../resources/registry.ts'
import type { ResourceView } from '../../resources/resource-view.ts'

/** The list of any resource, by its name; orders stand in the console from the start. */
export const ListOf = ({ resource }: { resource: ResourceName }) => (
  <ListScreen view={resourceViews[resource] as ResourceView<ResourceName>} />
)

/** The offers that may be taken. */
export const StoreList = () => <ListScreen view={storeView} />
