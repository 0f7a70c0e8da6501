import { lstatSync, mkdirSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from './connection-errors.ts'

/** What Waybill itself makes in a data folder. */
const ownEntries =
  /^(claims|mail|files|backups|postgres|postgres\.(log|log\.1|path|path\.new|password)|postgresql-.+)$/

/**
 * Makes the data folder, or checks the one that is there, and answers its real path. What it holds is opened, written and
 * given to PostgreSQL's user by name: a folder that another user made, or may write to, could lead these names elsewhere.
 * @throws StartRefusal
 */
export const openOwnFolder = (folder: string, mode = 0o700): string => {
  try {
    mkdirSync(folder, { recursive: true, mode })
  } catch (error) {
    throw new StartRefusal(`The data folder ${folder} cannot be used: ${(error as Error).message}.`)
  }
  const me = process.getuid?.()
  if (me === undefined) return realpathSync(folder)
  const owners = new Set([me])
  refuseForeign(folder, lstatSync(folder), owners, { isLink: true })
  const real = realpathSync(folder)
  refuseForeign(real, lstatSync(real), owners)
  for (const name of readdirSync(real).filter((entry) => ownEntries.test(entry))) {
    const place = path.join(real, name)
    // Root may have left it there, and could do so anyway; root gives PostgreSQL's folder to the account that it runs as.
    const isGiven = me === 0 && name === 'postgres'
    refuseForeign(place, lstatSync(place), isGiven ? null : new Set([0, me]), { isFile: true })
  }
  return real
}

const refuseForeign = (
  place: string,
  { uid, mode }: Stats,
  owners: ReadonlySet<number> | null,
  { isLink = false, isFile = false } = {},
): void => {
  const kind = mode & 0o170000
  const isSymbolic = kind === 0o120000
  const help = 'or set DATA_DIR to a folder of its own, as /var/lib/waybill/data.'
  if (owners?.has(uid) === false) {
    throw new StartRefusal(
      `${place} belongs to another user (id ${uid}), who could lead what Waybill writes there elsewhere: give it to the user that runs Waybill (chown), ${help}`,
    )
  }
  if (isSymbolic) {
    if (isLink) return
    throw new StartRefusal(
      `${place} is a link, which Waybill does not follow: put a folder or a mount in its place, ${help}`,
    )
  }
  if (kind !== 0o040000 && !isFile) throw new StartRefusal(`${place} is no folder: move it away, ${help}`)
  if ((mode & 0o022) !== 0) {
    throw new StartRefusal(
      `${place} can be written by other users: close it (chmod go-w ${place}) if nobody else has used it, ${help}`,
    )
  }
}
