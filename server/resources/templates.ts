import { unknownVariables } from '../../domain/templates/message-text.ts'
import { templates } from '../../domain/templates/template.ts'
import { defineKind } from '../crud/define-kind.ts'
import { templateList } from '../queries/templates.ts'
import { serveKind } from './serve-kind.ts'

const whyNotText = ({ text }: { text: string }) =>
  unknownVariables(text).length > 0 ? ('VARIABLE_UNKNOWN' as const) : null

export const templateResource = serveKind(
  templateList,
  defineKind(templates, templateList, {
    whyNot: {
      create: (next) => whyNotText(next),
      update: (_, __, next) => whyNotText(next),
    },
  }),
  { refuses: { create: ['VARIABLE_UNKNOWN'], update: ['VARIABLE_UNKNOWN'] } },
)
