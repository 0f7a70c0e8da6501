import { roles, type Scope, scopeOf, type Verb } from '../../../domain/access/permissions.ts'
import { codes } from '../../../domain/codes.ts'
import texts from '../../../locales/en/errors.json' with { type: 'json' }
import { escapeMarkup } from '../../core/escape-markup.ts'
import { statusOf } from '../../problems/problem.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from '../openapi.ts'

/** Markup that is safe to send: whatever was put into it has been escaped. */
export type Html = { readonly html: string }
type Part = Html | string | number | null | false | undefined | readonly Part[]

/** Markup with values in it: texts are escaped, markup stays, lists are joined, nothing is left out. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, at) => (at === 0 ? text : render(parts[at - 1]) + text)).join(''),
})

const render = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeMarkup(String(part))
  return isHtml(part) ? part.html : part.map(render).join('')
}

const isHtml = (part: Html | readonly Part[]): part is Html => 'html' in part

/** A sentence with `code` between backticks. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`

export const joined = (parts: readonly Html[], between: Html): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html`${between}${part}`))}`

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

export type PageCall = { method: string; path: string; operation: OpenApiOperation }

/** One call: who may make it, what it takes, what it answers. */
export const callView = ({ method, path, operation }: PageCall, document: OpenApiDocument): Html => html`
<article id="${operation.operationId}" data-call="${searchText({ method, path, operation })}">
  <h3><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a></h3>
  <p>${operation.summary}.</p>
  ${operation.description === undefined ? '' : html`<p>${prose(operation.description)}</p>`}
  <p class="who">${whoView(operation)}</p>
  ${parametersView(operation.parameters)}
  ${bodyView(operation, document)}
  ${answersView(operation, document)}
</article>`

/** What the filter looks in. */
export const searchText = ({ method, path, operation }: PageCall): string =>
  [method, path, operation.operationId, operation.summary, ...operation.tags, ...(operation['x-verbs'] ?? [])]
    .join(' ')
    .toLowerCase()

const whoView = ({ security, 'x-verbs': verbs }: OpenApiOperation): Html => {
  if (security !== undefined) return html`Anybody, without a session.`
  if (verbs === undefined) return html`Anybody with a session.`
  return joined(
    verbs.map((verb) => html`<span><code>${verb}</code> ${rolesOf(verb)}</span>`),
    html` `,
  )
}

const reaches: Record<Scope, string> = {
  all: '',
  country: ' of the country',
  own: ' of their own',
  assigned: ' of parcels assigned',
}

const rolesOf = (verb: Verb): string =>
  roles
    .flatMap((role) => {
      const scope = scopeOf(role, verb)
      return scope === null ? [] : [`${role}${reaches[scope]}`]
    })
    .join(', ')

const places: Record<OpenApiParameter['in'], string> = {
  path: 'In the path',
  query: 'In the query',
  header: 'In the headers',
}

const parametersView = (parameters: readonly OpenApiParameter[]): Html =>
  html`${Object.entries(places).map(([place, words]) => {
    const ofPlace = parameters.filter((parameter) => parameter.in === place)
    return ofPlace.length === 0 ? '' : html`<h4>${words}</h4>${parametersTable(ofPlace)}`
  })}`

const parametersTable = (parameters: readonly OpenApiParameter[]): Html => html`
<table>
  <thead><tr><th scope="col">Parameter</th><th scope="col">What it holds</th></tr></thead>
  <tbody>${parameters.map(
    ({ name, required, description, explode, schema }) => html`
    <tr><th scope="row"><code>${name}</code>${required ? html` <small>required</small>` : ''}</th>
      <td>${typeView(schema)}${explode === false ? ', with commas between' : ''}${note({ description, default: schema.default })}</td></tr>`,
  )}
  </tbody>
</table>`

const bodyView = ({ requestBody }: OpenApiOperation, { components }: OpenApiDocument): Html | null =>
  requestBody === undefined
    ? null
    : html`<h4>Body${requestBody.required ? '' : html` <small>optional</small>`}</h4>
      ${Object.entries(requestBody.content).map(
        ([media, { schema }]) => html`<p>${typeView(schema)}${mediaView(media)}</p>
        ${schemaView(components.schemas[nameOf(schema.$ref ?? '')] ?? schema)}`,
      )}`

const mediaView = (media: string): Html | null =>
  media === 'application/json' ? null : html` <small>${media}</small>`

const answersView = ({ responses }: OpenApiOperation, document: OpenApiDocument): Html => {
  const all = Object.entries(responses).map(([status, response]) => ({
    status,
    ...('$ref' in response ? document.components.responses[nameOf(response.$ref)]! : response),
  }))
  return html`<h4>Answers</h4>
  ${all.filter(({ status }) => status < '400').map(answerView)}
  <dl class="refusals">${all
    .filter(({ status }) => status >= '400')
    .map(
      ({ status, description }) => html`<div><dt>${status}</dt><dd>${codesView(description)}</dd></div>`,
    )}</dl>`
}

const answerView = ({ status, description, content }: OpenApiResponse & { status: string }): Html => html`
<div class="answer"><strong>${status}</strong> ${
  content === undefined
    ? description
    : Object.entries(content).map(([media, { schema }]) => html`${typeView(schema)}${mediaView(media)}`)
}</div>`

/** `Conflict: ALREADY_THERE, OUT_OF_STOCK`: each code leads to its text. */
const codesView = (description: string): Html => {
  const [, codes = ''] = description.split(': ')
  return joined(
    codes.split(', ').map((code) => html`<a href="#code-${code}">${code}</a>`),
    html`, `,
  )
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** The document as one page for people. It loads its style and its filter from beside itself, and nothing else. */
export const docsPage = (document: OpenApiDocument): string => {
  const groups = document.tags.map(({ name }) => ({ name, calls: callsOf(document, name) }))
  const { title, version, description } = document.info
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="stylesheet" href="/api/docs.css">
<script src="/api/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
  <p class="name">${title} <span>API ${version}</span></p>
  <label class="filter" hidden>Filter <input type="search" placeholder="orders, status, PUT" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>
  <a href="/api/openapi.json">openapi.json</a>
</header>
<div class="columns">
<details class="contents" open>
  <summary>Contents</summary>
  <nav aria-label="Contents">
    <ul><li><a href="#about">About</a></li></ul>
    ${groups.map(contentsOf)}
    <ul><li><a href="#schemas">Schemas</a></li><li><a href="#codes">Codes</a></li></ul>
  </nav>
</details>
<main>
  <section id="about"><h1>${title} API</h1>${description.split('\n\n').map((text) => html`<p>${prose(text)}</p>`)}</section>
  <p class="found" role="status"></p>
  <div id="calls">${groups.map(
    ({ name, calls }) => html`
    <section id="tag-${name}"><h2>${name}</h2>${calls.map((call) => callView(call, document))}</section>`,
  )}</div>
  <section id="schemas" data-rest><h2>Schemas</h2>${schemasView(document)}</section>
  <section id="codes" data-rest><h2>Codes</h2>${codesTable()}</section>
</main>
</div>
</body>
</html>
`.html
}

const callsOf = (document: OpenApiDocument, tag: string): PageCall[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  )

const contentsOf = ({ name, calls }: { name: string; calls: PageCall[] }): Html => html`
<ul><li><a class="tag" href="#tag-${name}">${name}</a><ul>${calls.map(
  (call) => html`
  <li data-call="${searchText(call)}"><a href="#${call.operation.operationId}"><span class="method ${call.method}">${call.method.toUpperCase()}</span>${call.path.replace('/api/', '')}</a></li>`,
)}</ul></li></ul>`

const schemasView = ({ components }: OpenApiDocument): Html =>
  html`${Object.entries(components.schemas)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(
      ([name, schema]) => html`
      <article id="schema-${name}"><h3>${schemaLink(name)}</h3>${name === 'Code' ? html`<p>One of the <a href="#codes">codes</a>.</p>` : schemaView(schema)}</article>`,
    )}`

const codesTable = (): Html => html`
<table>
  <thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead>
  <tbody>${codes.map(
    (code) => html`
    <tr id="code-${code}"><th scope="row"><code>${code}</code></th><td>${statusOf[code]}</td><td>${texts[code]}</td></tr>`,
  )}
  </tbody>
</table>`
