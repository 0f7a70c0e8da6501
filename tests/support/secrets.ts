import { openSecrets, sealKeyOf } from '../../server/core/seal.ts'

/** Of the servers in a test's own process. */
export const testSecrets = openSecrets(sealKeyOf('tests'))
