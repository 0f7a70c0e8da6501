/**
 * How the console is cut: `base` is what every page of it runs, `door` what only the login does, `console` what everybody
 * else does at once. Few files wait less for each other, and one large file is smaller than the same in many.
 */
export const consoleChunks = {
  groups: [
    // A language's words of the login, those of the console's first screen, and all others.
    {
      priority: 20,
      name: (id) => words.exec(id)?.slice(1).join('-') ?? null,
      debugName: 'words',
    },
    // In this order: what one takes brings along what it stands on, where none before has that.
    ...['base', 'door', 'console', 'reader', 'floats', 'palette', 'dialogs'].map((part, index) => ({
      name: (id, graph) => (chunkOf(id, graph) === part ? part : null),
      debugName: part,
      priority: 10 - index,
    })),
  ],
}

const entries = {
  base: ['src/app/main.tsx'],
  door: ['src/features/auth/session-screens.tsx'],
  console: ['src/app/console-layout.tsx', 'src/app/list-screens.tsx'],
  // What the filter box asks for when it is first written in, and the palette stands on.
  reader: ['src/filter/late-reader.ts'],
  // What is fetched ahead once the console stands, each only with what those before it have not.
  floats: [
    'src/ui/floating/menu-popup.tsx',
    'src/ui/floating/tooltip-popup.tsx',
    'src/ui/floating/context-menu.tsx',
    'src/ui/floating/dialog.tsx',
  ],
  palette: [
    'src/app/workspace/create-palette.ts',
    'src/palette/palette.tsx',
    'src/palette/records/record-index.ts',
    'domain/search/hit-of.ts',
  ],
  dialogs: [
    'src/app/shell/confirmations.tsx',
    'src/app/shell/work-chips.tsx',
    'src/app/shell/help-sheet.tsx',
    'src/features/settings/settings-dialog.tsx',
    'src/features/changes/change-dialog.tsx',
    'src/features/changes/undo-batch.ts',
    'src/features/jobs/jobs-dialog.tsx',
    'src/features/records/form-dialog.tsx',
    'src/features/records/leave-dialog.tsx',
    'src/features/records/open-editor.tsx',
    'src/features/settings/settings-panel.tsx',
    'src/features/exports/save-list.ts',
    'src/app/commands/late-commands.ts',
    'src/table/columns-dialog.tsx',
    'src/features/views/view-dialog.tsx',
    'src/features/macros/keep-dialog.tsx',
    'src/features/journal/history-dialog.tsx',
    'src/layouts/menu-overlay.tsx',
  ],
}

const words = /virtual:texts\/(\w+)\/(\w+)$/

const later = ['reader', 'floats', 'palette', 'dialogs']

let halves = null

function chunkOf(id, graph) {
  halves ??= readHalves(graph)
  if (entries.base.some((file) => id.endsWith(file))) return null
  // All icons stand behind one module that passes them on: what is used of them is for the bundler to see.
  if (/lucide-react\W.*\Wicons\W/.test(id)) return null
  const isDoor = halves.door.has(id)
  const isConsole = halves.console.has(id)
  if (halves.base.has(id) || (isDoor && isConsole)) return 'base'
  if (isDoor || isConsole) return isDoor ? 'door' : 'console'
  return later.find((part) => halves[part].has(id)) ?? null
}

function readHalves(graph) {
  const root = process.cwd()
  return Object.fromEntries(
    Object.entries(entries).map(([half, files]) => {
      const found = new Set()
      for (const file of files) collect(`${root}/${file}`, graph, found)
      return [half, found]
    }),
  )
}

/** All that runs before the file does. */
function collect(id, graph, found) {
  if (found.has(id)) return
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collect(imported, graph, found)
}
