import path from 'node:path'
import type { Bucket } from '../config/config.ts'
import { openBucketStore } from './bucket-store.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'

/** The configured bucket, else a folder in the data folder. */
export const openFileStore = ({
  bucket,
  dataDir,
}: {
  bucket: Bucket | undefined
  dataDir: string
}): FileStore =>
  bucket === undefined ? openFolderStore(path.join(dataDir, 'files')) : openBucketStore(bucket)
