import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type ImageSize, imageFileName, imageSizes, isImageFileName } from '../../domain/lib/image.ts'
import { Refused } from '../core/errors.ts'

/** The name of a picture: a hash of all its files, so that the content behind a name never changes. */
export const hashImage = (files: readonly Buffer[]): string => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file)
  return hash.digest('hex')
}

/** Writes the files of a picture, in the order of `imageSizes`; those that are there already are the same. */
export const writeImage = async (folder: string, hash: string, files: readonly Buffer[]): Promise<void> => {
  for (const [at, size] of imageSizes.entries())
    await writeImageFile(folder, imageFileName(hash, size), files[at]!)
}

let written = 0

/** The file is there whole or not at all. @throws Refused `DISK_FULL` */
export const writeImageFile = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  if (!isImageFileName(name)) throw new Error(`not the name of a picture: ${name}`)
  const file = path.join(folder, name)
  const growing = `${file}.${process.pid}-${++written}.part`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(growing, 'w', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(growing, file)
  } catch (error) {
    await rm(growing, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new Refused('DISK_FULL') : error
  }
}

/** Null where there is no such file. */
export const readImageFile = (folder: string, name: string): Promise<Buffer | null> =>
  isImageFileName(name)
    ? readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    : Promise.resolve(null)

export const removeImage = async (folder: string, hash: string): Promise<void> => {
  for (const size of imageSizes) await rm(fileOf(folder, hash, size), { force: true })
}

const fileOf = (folder: string, hash: string, size: ImageSize): string =>
  path.join(folder, imageFileName(hash, size))

/** Removes the files that were written before this instant and that `isKept` does not know: of uploads that broke off. */
export const removeStrayFiles = async (
  folder: string,
  before: Date,
  isKept: (hash: string) => boolean,
): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const [hash = ''] = name.split('-')
    if (!/^[0-9a-f]{64}$/.test(hash) || (isImageFileName(name) && isKept(hash))) continue
    const file = path.join(folder, name)
    const { mtime } = await stat(file).catch(() => ({ mtime: before }))
    if (mtime < before) await rm(file, { force: true })
  }
}
