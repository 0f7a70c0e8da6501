import { type Scope, scopeOf, type Verb } from '../../../domain/access/permissions.ts'
import { roles } from '../../../domain/access/roles.ts'
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from '../openapi.ts'
import { type Html, html, joined, prose } from './html.ts'
import { note, schemaView, typeView } from './schema-view.ts'

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
