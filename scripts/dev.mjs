import './lib/require-node.mjs'
import { spawn } from 'node:child_process'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot, root } from './lib/root.mjs'

// npm run dev: the server under `tsx watch`, behind Vite with HMR.
ensureInstalled({ development: true })

const port = process.env.PORT ?? '4600'
const consolePort = process.env.CONSOLE_PORT ?? '4700'
const programs = [
  [inRoot('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  [
    inRoot('node_modules/vite/bin/vite.js'),
    '--config',
    'scripts/lib/vite-dev.config.mjs',
    '--port',
    consolePort,
  ],
]
const children = programs.map((args) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: port } }),
)

let stopping = false
const stop = (signal) => {
  stopping = true
  for (const child of children) child.kill(signal)
}
process.on('SIGTERM', () => stop('SIGTERM'))
// The terminal signals the children too; a second signal would cut their shutdown short.
process.on('SIGINT', () => {
  stopping = true
})
for (const child of children) {
  child.on('exit', (code) => {
    if (stopping) return
    stop('SIGTERM')
    process.exitCode = code ?? 1
  })
}
