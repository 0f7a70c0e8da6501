import { hostileContainers } from './hostile-containers.ts'
import { hostileParts } from './hostile-parts.ts'
import type { NamedFile } from './named-file.ts'

/** Beside `hostile-files.ts`: whatever else has broken a reader of spreadsheets somewhere. None is a file of orders. */
export const moreHostileFiles: readonly NamedFile[] = [...hostileParts, ...hostileContainers]
