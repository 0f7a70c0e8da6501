import path from 'node:path'
import { parseArgs } from 'node:util'
import { reachDatabase } from '../backup/installation.ts'
import { backupName, keepBackup } from '../backup/take-backup.ts'
import { readConfig } from '../config/config.ts'
import { requireFiles, runCli } from './run-cli.ts'

/** `npm run backup [-- FILE]`: database and pictures in one file, also while the server runs. */
await runCli(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig(process.env)
  const files = await requireFiles(config)
  const file = path.resolve(positionals[0] ?? path.join(config.dataDir, 'backups', backupName(new Date())))
  const { client, close } = await reachDatabase(config, console)
  try {
    const { rows } = await keepBackup(client, files, file)
    console.log(`${rows} rows are in ${file}`)
  } finally {
    await close()
  }
})
