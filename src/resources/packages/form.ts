import { packageFields } from '../../../domain/packages/package.ts'
import type { ResourceForm } from '../resource-view.ts'

export const packageForm: ResourceForm<'packages'> = {
  createFields: packageFields,
  updateFields: packageFields,
  choices: () => ({}),
}
