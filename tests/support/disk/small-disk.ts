import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A disk that can be made full for real: nothing on it knows that it is small. */
export type SmallDisk = {
  folder: string
  /** Leaves so many megabytes, or not one byte. */
  fill: (left?: number) => void
  makeRoom: () => void
  /** To be called when nothing uses it any more. */
  remove: () => void
}

/** A file system of its own in memory, where this machine lets us mount one; else null. */
export const mountSmallDisk = (megabytes: number): SmallDisk | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-disk-'))
  chmodSync(folder, 0o711)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: (left = 0) => {
      const file = openSync(ballast, 'a')
      const spare = path.join(folder, 'spare')
      if (left > 0) writeFileSync(spare, Buffer.alloc(left * 1_048_576))
      for (const size of [1_048_576, 4_096, 1]) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
      rmSync(spare, { force: true })
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove: () => {
      // Lazily: a backend that ends late does not keep the test.
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const writeUntilFull = (file: number, bytes: Buffer): void => {
  try {
    for (;;) if (writeSync(file, bytes) < bytes.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
