import { constants } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isImageFileName } from '../../domain/lib/image.ts'
import { Refused } from '../core/errors.ts'
import { forEachInBatches } from '../core/in-batches.ts'
import { writeWhole } from '../core/write-whole.ts'
import { type FileStore, isPictureFile, type StoredFile } from './file-store.ts'

const listedAtOnce = 500

/** No links: a backup may read as root what another user wrote. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** Store in a folder, created with the first file; shared by instances. */
export const openFolderStore = (folder: string): FileStore => ({
  isRemote: false,
  write: (name, bytes) => writePicture(folder, name, bytes),
  read: (name) =>
    isImageFileName(name)
      ? readFile(path.join(folder, name), { flag: readFlags }).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        })
      : Promise.resolve(null),
  remove: (names) =>
    forEachInBatches(names.filter(isPictureFile), 8, (name) => rm(path.join(folder, name), { force: true })),
  list: () => listFolder(folder),
  findProblem: async () => null,
})

const writePicture = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  if (!isImageFileName(name)) throw new Error(`not the name of a picture: ${name}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(path.join(folder, name), bytes)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new Refused('DISK_FULL') : error
  }
}

async function* listFolder(folder: string): AsyncGenerator<StoredFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isPictureFile)
  for (let at = 0; at < names.length; at += listedAtOnce) {
    const files: StoredFile[] = []
    for (const name of names.slice(at, at + listedAtOnce)) {
      // Null: removed meanwhile.
      const found = await stat(path.join(folder, name)).catch(() => null)
      if (found !== null) files.push({ name, writtenAt: found.mtime })
    }
    yield files
  }
}
