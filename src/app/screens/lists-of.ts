import type { Role } from '../../../domain/access/roles.ts'
import { admits } from '../../../domain/access/routes.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'

/** The resources whose lists a role has a screen for. */
export const listsOf = (role: Role): readonly ResourceName[] =>
  resourceNames.filter((name) => admits(`/${name}/list`, role))
