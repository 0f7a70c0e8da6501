import { templates as definition } from '../../domain/templates/template.ts'
import { recordList } from '../crud/record-list.ts'
import { templates } from '../db/schema/templates.ts'

export const templateList = recordList(definition, templates, {})
