import type { ListedResource } from '../../domain/access/routes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { ListScreen } from '../features/records/list-screen.tsx'
import { resourceViews, storeView } from '../resources/registry.ts'
import type { ResourceView } from '../resources/resource-view.ts'

/** The list screen of a resource. */
export const listOf = (resource: ListedResource) => () => (
  <ListScreen view={resourceViews[resource] as ResourceView<ResourceName>} />
)

/** The offers that a seller may take. */
export const StoreList = () => <ListScreen view={storeView} />
