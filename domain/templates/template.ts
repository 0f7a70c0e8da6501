import { languageCodes } from '../core/languages.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'

/** Where a message is opened; it is sent there, by a person. */
export const templateChannels = ['whatsapp', 'sms', 'email'] as const
export type TemplateChannel = (typeof templateChannels)[number]

/**
 * Messages to the customers of a country. `text` has variables of `message-text.ts`; `language`: what it is written in, and how its
 * amounts and times are.
 */
export const templates = defineResource('templates', {
  called: { one: 'MessageTemplate', phrase: 'a message template' },
  columns: {
    country: fixedCountryColumn,
    name: { field: { kind: 'text', max: 80, required: true }, sort: true },
    channel: {
      field: { kind: 'choice', values: templateChannels, required: true },
      filter: { kind: 'choice', values: templateChannels },
    },
    language: {
      field: { kind: 'choice', values: languageCodes, required: true },
      filter: { kind: 'choice', values: languageCodes },
    },
    text: { field: { kind: 'text', max: 1000, multiline: true, required: true } },
    owner: { filter: { kind: 'reference' } },
  },
  search: { title: 'name', subtitle: ['text'], words: ['name', 'text'] },
  views: [
    { id: 'whatsapp', query: 'channel:whatsapp', sort: 'name' },
    { id: 'sms', query: 'channel:sms', sort: 'name' },
  ],
})

export type Template = RecordIn<typeof templates>
export type TemplateInput = InputOf<typeof templates>

/** Body of the call that says that a message was opened for a record. */
export const openedMessageFields = {
  template: { kind: 'reference', resource: 'templates', required: true },
} as const satisfies Fields
