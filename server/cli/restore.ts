import { createReadStream, existsSync, fstatSync, openSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { reachAlone } from '../backup/installation.ts'
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts'
import { backupName, isInhabited, isInUse, keepBackup } from '../backup/take-backup.ts'
import { readConfig } from '../config/config.ts'
import { StartRefusal } from '../core/errors.ts'
import { dropRoot } from '../drop-root.ts'
import { requireFiles, runCli } from './run-cli.ts'

const usage = `npm run restore -- FILE [--replace]

Puts a backup into the database that DATA_DIR or DATABASE_URL names, which must be empty. With --replace what is there
goes into a backup of its own first. Everybody logs in anew afterwards.`

/** @throws StartRefusal */
const openBackup = (file: string): number => {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw new StartRefusal(`The file ${path.resolve(file)} cannot be read: ${(error as Error).message}.`)
  }
}

await runCli(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new StartRefusal(usage)
  if (!existsSync(file)) throw new StartRefusal(`There is no file ${path.resolve(file)}.`)
  // Opened before dropping root, which may be the only one allowed to.
  const fd = openBackup(file)
  const config = readConfig(process.env)
  await dropRoot(config, { warn: () => {} })
  const open = () => {
    const unpacked = createGunzip()
    // Failures surface in the reader.
    pipeline(createReadStream(file, { fd, start: 0, autoClose: false }), unpacked).catch(() => {})
    return unpacked
  }
  await checkBackup(open, fstatSync(fd).size)
  const files = await requireFiles(config)
  const { client, close } = await reachAlone(config, console)
  try {
    if (await isInUse(client)) {
      throw new StartRefusal('A Waybill is running on this database: stop it first.')
    }
    if (await isInhabited(client)) {
      if (!values.replace) {
        throw new StartRefusal(
          'There is somebody in this database already: add --replace to put the backup in its place.',
        )
      }
      const kept = await keepBackup(
        client,
        files,
        path.join(config.dataDir, 'backups', backupName(new Date())),
      )
      console.log(`What was there is in ${kept.file}`)
    }
    const { takenAt, rows } = await restoreBackup(client, files, open)
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0)
    console.log(`${count} rows are back as they were at ${takenAt}.`)
  } finally {
    await close()
  }
})
