import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '../core/errors.ts'
import { openSecrets, type Secrets, sealKeyOf } from '../core/seal.ts'
import { type Config, leastSecret } from './config.ts'

/** Folder in the data folder, and the file in it that only its owner reads. */
export const secretsFolder = 'secrets'
const keyFile = 'key'

/** Seals with the key of the installation, and opens what `SECRETS_KEY_OLD` has sealed too. @throws StartRefusal */
export const openInstalledSecrets = (
  config: Pick<Config, 'secretsKey' | 'formerSecretsKey' | 'dataDir'>,
): Secrets => {
  const { formerSecretsKey } = config
  return openSecrets(
    readSecretsKey(config),
    formerSecretsKey === undefined ? null : sealKeyOf(formerSecretsKey),
  )
}

/**
 * The key that seals secrets in the database: of `SECRETS_KEY`, else of a file in the data folder, which the first start writes.
 * @throws StartRefusal for a file that others can read
 */
export const readSecretsKey = ({ secretsKey, dataDir }: Pick<Config, 'secretsKey' | 'dataDir'>): Buffer => {
  if (secretsKey !== undefined) return sealKeyOf(secretsKey)
  const folder = path.join(dataDir, secretsFolder)
  const file = path.join(folder, keyFile)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const { mode } = statSync(file)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new StartRefusal(
      `${file} can be read by other users: close it (chmod 600 ${file}) if nobody else has used it, or set SECRETS_KEY.`,
    )
  }
  const text = readFileSync(file, 'utf8').trim()
  if (text.length >= leastSecret) return sealKeyOf(text)
  throw new StartRefusal(
    `${file} has no key: restore it from its copy, or remove it and give sources new secrets.`,
  )
}
