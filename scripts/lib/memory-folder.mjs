import { accessSync, constants, statfsSync } from 'node:fs'
import os from 'node:os'

const memory = '/dev/shm'
const roomInMemory = 4 * 1024 ** 3

/**
 * Temporary files of this process and its children are kept in memory if it has room: each test file copies a database of five
 * hundred small files, and browser tests wait for the disk at each write.
 */
export function keepTemporaryFilesInMemory() {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, os.freemem()) >= roomInMemory) process.env.TMPDIR = memory
  } catch {
    // A system without it.
  }
}
