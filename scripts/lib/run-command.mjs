import { ensureInstalled } from './install.mjs'
import { ensureServer } from './server-build.mjs'

/** What an operator does without the console, in a process of its own: one of the server's commands, compiled. */
export async function runCommand(name) {
  ensureInstalled({ development: false })
  await ensureServer()
  await import(`../../dist/server/${name}.js`)
}
