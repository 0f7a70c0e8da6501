import './lib/require-node.mjs'
import { runCommand } from './lib/run-command.mjs'

// npm run backup
await runCommand('backup')
