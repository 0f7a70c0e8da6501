import { codes } from '../../../domain/codes.ts'
import texts from '../../../locales/en/errors.json' with { type: 'json' }
import { statusOf } from '../../http/status-of.ts'
import type { OpenApiDocument } from '../openapi.ts'
import { callView, type PageCall, searchText } from './call-view.ts'
import { type Html, html, prose } from './html.ts'
import { schemaLink, schemaView } from './schema-view.ts'

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
  <section id="codes" data-rest><h2>Codes</h2>${codesView()}</section>
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

const codesView = (): Html => html`
<table>
  <thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Text</th></tr></thead>
  <tbody>${codes.map(
    (code) => html`
    <tr id="code-${code}"><th scope="row"><code>${code}</code></th><td>${statusOf[code]}</td><td>${texts[code]}</td></tr>`,
  )}
  </tbody>
</table>`
