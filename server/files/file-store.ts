/** One file that a store has. */
export type StoredFile = { name: string; writtenAt: Date }

/** Why a store cannot be used: temporarily, or until its operator changes something. */
export type StoreProblem = { reason: string; isUnreachable: boolean }

/**
 * Where the files of uploaded pictures are: a folder or a bucket, chosen once at the start. Names are those of
 * `imageFileName`; a name is the hash of its bytes, so that writing one again changes nothing.
 *
 * All throw Refused `FILES_UNAVAILABLE` if a bucket does not answer, or refuses.
 */
export type FileStore = {
  /** Whether each call goes to another machine, one for a file that is not there included. */
  isRemote: boolean
  /** The file is there whole or not at all. @throws Refused `DISK_FULL` */
  write: (name: string, bytes: Buffer) => Promise<void>
  /** Null where there is no such file. */
  read: (name: string) => Promise<Buffer | null>
  /** Names of which there is no file are no error. */
  remove: (names: readonly string[]) => Promise<void>
  /** All files whose names begin as those of pictures do, some hundreds at a time, those of broken uploads included. */
  list: () => AsyncIterable<readonly StoredFile[]>
  findProblem: () => Promise<StoreProblem | null>
}

const ofPicture = /^[0-9a-f]{64}-/

/** What `list` gives and `remove` takes: a store never touches anything else in its folder or bucket. */
export const isPictureFile = (name: string): boolean => ofPicture.test(name) && !/[/\\]/.test(name)
