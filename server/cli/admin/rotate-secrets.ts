import { readConfig } from '../../config/config.ts'
import { StartRefusal } from '../../core/errors.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { sealAnew } from '../../services/secrets/seal-anew.ts'
import { openOperatorContext } from '../operator-context.ts'

/** Seals what `SECRETS_KEY_OLD` has sealed with the present key. @throws StartRefusal if the old one is not given */
export const rotateSecrets = async (): Promise<void> => {
  const config = readConfig(process.env)
  if (config.formerSecretsKey === undefined) {
    throw new StartRefusal(
      'SECRETS_KEY_OLD is not set: give it the key so far, and SECRETS_KEY the new one (docs/operations.md, Secrets).',
    )
  }
  const { context, close } = await openOperatorContext(config)
  try {
    const { sealed, unreadable } = await inTransaction(context, (tx) => sealAnew(tx, context.secrets))
    console.log(`${sealed} secrets are sealed with the new key; SECRETS_KEY_OLD is needed no longer.`)
    if (unreadable === 0) return
    console.log(`Neither key opens ${unreadable}: give their sources, webhooks and people new ones.`)
    process.exitCode = 1
  } finally {
    await close()
  }
}
