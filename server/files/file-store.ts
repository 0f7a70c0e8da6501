export type StoredFile = { name: string; writtenAt: Date }

/** Why a store is unusable: temporarily, or until it is configured. */
export type StoreProblem = { reason: string; isUnreachable: boolean }

/**
 * Store of picture files: a folder or bucket, chosen at the start. Names (`imageFileName`) are hashes of the content, so
 * rewriting is idempotent. All throw Refused `FILES_UNAVAILABLE` if a bucket fails.
 */
export type FileStore = {
  /** Whether each call is a network request. */
  isRemote: boolean
  /** Atomic. @throws Refused `DISK_FULL` */
  write: (name: string, bytes: Buffer) => Promise<void>
  /** Null if missing. */
  read: (name: string) => Promise<Buffer | null>
  /** Ignores missing names. */
  remove: (names: readonly string[]) => Promise<void>
  /** All picture files in chunks of some hundreds, including incomplete uploads. */
  list: () => AsyncIterable<readonly StoredFile[]>
  findProblem: () => Promise<StoreProblem | null>
}

const ofPicture = /^[0-9a-f]{64}-/

/** Files that `list` returns and `remove` deletes; others in the folder or bucket are never touched. */
export const isPictureFile = (name: string): boolean => ofPicture.test(name) && !/[/\\]/.test(name)
