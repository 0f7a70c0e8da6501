// Runs beside Swagger UI in the docs page: a filter by several words, a key for it, the scheme of the system, phones.

/** The plugin that `docs.ts` names in Swagger UI's configuration. */
window.docsPlugin = () => ({
  // The calls that hold every word, where Swagger UI has one phrase of the path or the tag.
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/)
      return tags
        .map((tag, name) =>
          tag.update('operations', (calls) =>
            calls.filter((call) => words.every((word) => searchText(name, call).includes(word))),
          ),
        )
        .filter((tag) => tag.get('operations').size > 0)
    },
  },
  // The page is for reading: it sends no calls, so it needs no token.
  components: { authorizeBtn: () => null, authorizeOperationBtn: () => null },
})

const searchText = (tag, call) =>
  [
    tag,
    call.get('method'),
    call.get('path'),
    ...['operationId', 'summary', 'x-verbs'].map((name) => call.getIn(['operation', name], '')),
  ]
    .join(' ')
    .toLowerCase()

document.addEventListener('keydown', (event) => {
  const input = document.querySelector('.operation-filter-input')
  if (event.key !== '/' || input === null || event.target === input) return
  event.preventDefault()
  input.focus()
})

const followScheme = ({ matches }) => document.documentElement.classList.toggle('dark-mode', matches)
const dark = window.matchMedia('(prefers-color-scheme: dark)')
followScheme(dark)
dark.addEventListener('change', followScheme)

const viewport = document.createElement('meta')
viewport.name = 'viewport'
viewport.content = 'width=device-width, initial-scale=1'
document.head.append(viewport)
