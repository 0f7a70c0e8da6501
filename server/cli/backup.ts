import path from 'node:path'
import { parseArgs } from 'node:util'
import { reachDatabase } from '../backup/installation.ts'
import { backupName, keepBackup } from '../backup/take-backup.ts'
import { filesFolderOf, readConfig } from '../config/config.ts'
import { runCli } from './run-cli.ts'

/** `npm run backup [-- FILE]`: all of the database and its pictures in one file, while Waybill runs or not. */
await runCli(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig(process.env)
  const file = path.resolve(positionals[0] ?? path.join(config.dataDir, 'backups', backupName(new Date())))
  const { client, close } = await reachDatabase(config, console)
  try {
    const { rows } = await keepBackup(client, filesFolderOf(config), file)
    console.log(`${rows} rows are in ${file}`)
  } finally {
    await close()
  }
})
