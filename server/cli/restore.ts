import { createReadStream, existsSync, fstatSync, openSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type BackupPlace, openBackupPlace } from '../backup/backup-places.ts'
import { reachAlone } from '../backup/installation.ts'
import { recordDrill } from '../backup/last-drill.ts'
import { type Ledgers, readLedgers, type Withdrawn } from '../backup/read-ledgers.ts'
import { rehearseRestore } from '../backup/rehearse-restore.ts'
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts'
import { backupName, isInhabited, isInUse, keepBackup, timeOfBackup } from '../backup/take-backup.ts'
import { type Config, readConfig } from '../config/config.ts'
import { StartRefusal } from '../core/errors.ts'
import { dropRoot } from '../drop-root.ts'
import { carryLedgers } from '../services/restored/carry-ledgers.ts'
import { openOperatorContext } from './operator-context.ts'
import { requireFiles, runCli } from './run-cli.ts'

const usage = `npm run restore -- FILE [--replace]
npm run restore -- [FILE] --drill

Puts a backup into the database that DATA_DIR or DATABASE_URL names, which must be empty. With --replace what is there
goes into a backup of its own first. Everybody logs in anew afterwards. Keys of the API that were revoked there are
revoked again, and it says what else works as it did before.

With --drill it goes into a scratch database, is counted, migrated, and removed again; what is there stays. Without a
FILE it is the newest backup of BACKUP_TO.`

/** @throws StartRefusal */
const openBackup = (file: string): number => {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw new StartRefusal(`The file ${path.resolve(file)} cannot be read: ${(error as Error).message}.`)
  }
}

/** Reads an open file from its beginning; leaves it open. */
const unpack = (fd: number): Readable => {
  const unpacked = createGunzip()
  // Failures surface in the reader.
  pipeline(createReadStream('', { fd, start: 0, autoClose: false }), unpacked).catch(() => {})
  return unpacked
}

/** Name of the newest backup of the place, taken by the schedule or by hand. @throws StartRefusal without any */
const newestBackup = async (place: BackupPlace): Promise<string> => {
  const names = (await place.list()).filter((name) => timeOfBackup(name) !== null)
  const [newest] = names.sort((one, other) => timeOfBackup(other)!.getTime() - timeOfBackup(one)!.getTime())
  if (newest === undefined) throw new StartRefusal(`There is no backup in ${place.called}.`)
  return newest
}

/** Rehearses a backup called `backup`. What came of it is noted beside the backups, if it is one of them. */
const drill = async (file: string, backup: string, place: BackupPlace): Promise<void> => {
  const isKept = (await place.list().catch(() => [] as string[])).includes(backup)
  const note = async (isWhole: boolean) => {
    if (!isKept) return
    await recordDrill(place, { at: new Date().toISOString(), backup, isWhole }).catch((error: Error) =>
      console.error(`What came of the drill is not noted in ${place.called}: ${error.message}`),
    )
  }
  try {
    await rehearse(file, backup)
  } catch (error) {
    await note(false)
    throw error
  }
  await note(true)
}

/** Prints what came back. */
const rehearse = async (file: string, backup: string): Promise<void> => {
  const fd = openBackup(file)
  const open = () => unpack(fd)
  await checkBackup(open, fstatSync(fd).size)
  const log = { ...console, info: () => {} }
  const { rows, tables, pictures, migrated, takenAt, seconds } = await rehearseRestore(open, log)
  console.log(
    `${backup} of ${takenAt} comes back whole: ${rows} rows in ${tables} tables, ${pictures} files of pictures, ${migrated} migrations, in ${seconds.toFixed(0)} s.`,
  )
}

/** Prints what was withdrawn since the backup: what of it is withdrawn again, and what works again. */
const carryOver = async (config: Config, ledgers: Ledgers, takenAt: string): Promise<void> => {
  const { erasures, revokedKeys, retention, withdrawn } = ledgers
  if (erasures.length + revokedKeys.length + retention.length + withdrawn.length === 0) {
    console.log(
      'What was there knew of no erased customers and no revoked keys. What was revoked or erased after that time works again: look through the keys (g z), the people and the sources.',
    )
    return
  }
  const { context, close } = await openOperatorContext(config)
  try {
    const carried = await carryLedgers(context, ledgers, new Date(takenAt))
    for (const { number, name, owner } of carried.revoked)
      console.log(`Revoked again: key ${number} "${name}" of ${owner}.`)
    for (const { country, years } of carried.retention)
      console.log(
        `Customers of ${country} are ${years === null ? 'never erased' : `erased after ${years} years`}, as set since the backup.`,
      )
    if (carried.former.length > 0)
      console.log(
        `Of customers who were erased since, under a number that was corrected before: erase them by hand, orders ${carried.former.join(', ')}.`,
      )
    for (const one of carried.withdrawn) console.log(`${worksAgain[one.what]}: ${one.name}.`)
    if (erasures.length > 0) console.log('The next start erases again the customers who were erased since.')
  } finally {
    await close()
  }
}

const worksAgain: Readonly<Record<Withdrawn['what'], string>> = {
  access: 'Deleted, deactivated or of another role since, and as before again',
  password: 'Password or second factor changed since, and as before again',
  secret: 'Secret renewed or revoked since, and as before again',
}

await runCli(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      drill: { type: 'boolean', default: false },
    },
  })
  if (values.drill && !values.replace && positionals.length < 2) {
    const place = openBackupPlace(readConfig(process.env))
    const [file] = positionals
    if (file !== undefined) {
      if (!existsSync(file)) throw new StartRefusal(`There is no file ${path.resolve(file)}.`)
      return drill(file, path.basename(file), place)
    }
    const newest = await newestBackup(place)
    return place.withFile(newest, (fetched) => drill(fetched, newest, place))
  }
  const [file] = positionals
  if (file === undefined || positionals.length > 1 || values.drill) throw new StartRefusal(usage)
  if (!existsSync(file)) throw new StartRefusal(`There is no file ${path.resolve(file)}.`)
  // Opened before dropping root, which may be the only one allowed to.
  const fd = openBackup(file)
  const config = readConfig(process.env)
  await dropRoot(config, { warn: () => {} })
  const open = () => unpack(fd)
  await checkBackup(open, fstatSync(fd).size)
  const files = await requireFiles(config)
  const { client, close } = await reachAlone(config, console)
  let ledgers: Ledgers
  let takenAt: string
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
    ledgers = await readLedgers(client)
    const restored = await restoreBackup(client, files, open)
    takenAt = restored.takenAt
    const count = Object.values(restored.rows).reduce((sum, each) => sum + each, 0)
    console.log(`${count} rows are back as they were at ${takenAt}.`)
  } finally {
    await close()
  }
  await carryOver(config, ledgers, takenAt)
})
