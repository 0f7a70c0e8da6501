import type { JsonSchema } from '../json-schema.ts'
import { type Html, html, joined, prose } from './html.ts'

/** A schema as people read it: an object as a table of its fields, anything else as words. */
export const schemaView = (schema: JsonSchema): Html => {
  if (schema.oneOf !== undefined) {
    return html`<p>One of:</p>${schema.oneOf.map((part) => html`<div class="option">${schemaView(part)}</div>`)}`
  }
  return isTable(schema) ? fieldsTable(schema) : html`<p>${typeView(schema)}</p>`
}

const isTable = (schema: JsonSchema): boolean => schema.properties !== undefined

const fieldsTable = ({ properties = {}, required = [] }: JsonSchema): Html => html`
<table>
  <thead><tr><th scope="col">Field</th><th scope="col">What it holds</th></tr></thead>
  <tbody>${Object.entries(properties).map(
    ([name, schema]) => html`
    <tr><th scope="row"><code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}</th>
      <td>${fieldView(schema)}</td></tr>`,
  )}
  </tbody>
</table>`

const fieldView = (schema: JsonSchema): Html => html`${typeView(schema)}${nested(schema)}${note(schema)}`

/** What an object or a list of objects holds stands below its words. */
const nested = (schema: JsonSchema): Html | null => {
  const inner = schema.items ?? schema
  return isTable(inner) ? fieldsTable(inner) : null
}

export const note = ({ description, default: byDefault }: JsonSchema): Html | null =>
  description === undefined && byDefault === undefined
    ? null
    : html`<p class="note">${description === undefined ? '' : prose(description)}${
        byDefault === undefined ? '' : html` Default <code>${String(byDefault)}</code>.`
      }</p>`

/** A schema in a few words, with the names of others as links. */
export const typeView = (schema: JsonSchema): Html => {
  const { $ref, type, items, anyOf, allOf, const: only } = schema
  if ($ref !== undefined) return schemaLink($ref.slice($ref.lastIndexOf('/') + 1))
  // Another case of a choice is said once, at the top of the page.
  const choices = anyOf?.filter(({ pattern }) => pattern === undefined) ?? allOf
  if (choices !== undefined) {
    return joined(choices.map(typeView), anyOf === undefined ? html` and ` : html` or `)
  }
  if (only !== undefined) return html`<code>${String(only)}</code>`
  if (schema.enum !== undefined) return joined(schema.enum.map(value), html` or `)
  if (items !== undefined)
    return html`list of ${isTable(items) ? 'records' : typeView(items)}${orNull(schema)}${limits(schema)}`
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object') {
    const { propertyNames, additionalProperties } = schema
    return html`${propertyNames === undefined ? 'any name' : typeView(propertyNames)} → ${typeView(additionalProperties)}${orNull(schema)}`
  }
  if (type === undefined) return html`anything`
  return html`${joined(
    [type].flat().map((one) => html`${words(one, schema)}`),
    html` or `,
  )}${limits(schema)}`
}

export const schemaLink = (name: string): Html => html`<a href="#schema-${name}">${name}</a>`

const value = (one: string | number | null): Html => html`<code>${one === null ? 'null' : one}</code>`

const orNull = ({ type }: JsonSchema): string => ([type].flat().includes('null') ? ' or null' : '')

const formats: Record<NonNullable<JsonSchema['format']>, string> = {
  uuid: 'id',
  date: 'day',
  'date-time': 'instant',
  email: 'e-mail address',
  uri: 'web address',
  binary: 'file',
  password: 'password',
}

const words = (type: string, { format }: JsonSchema): string => {
  if (type === 'string') return format === undefined ? 'text' : formats[format]
  if (type === 'object') return 'record'
  return type === 'boolean' ? 'true or false' : type
}

const limits = ({ minLength, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema): string => {
  const [least, most, of] =
    maxLength !== undefined
      ? [minLength, maxLength, ' characters']
      : maxItems !== undefined
        ? [minItems, maxItems, ' of them']
        : [minimum, maximum, '']
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `, at least ${figure(least)}${of}`
  return least ? `, ${figure(least)} to ${figure(most)}${of}` : `, at most ${figure(most)}${of}`
}

const figure = (amount: number | undefined): string => (amount ?? 0).toLocaleString('en')
