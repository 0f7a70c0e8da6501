import { StartRefusal } from '../db/connection-errors.ts'
import type { Bucket } from '../files/bucket-store.ts'

type Environment = Record<string, string | undefined>

const example = 'https://KEY:SECRET@s3.eu-west-3.amazonaws.com/bucket/prefix?region=eu-west-3'

/**
 * The bucket that `FILES_URL` names; undefined without it. The key may be in the variables of AWS instead. No message
 * repeats the value: it holds a secret.
 *
 * @throws StartRefusal
 */
export const readFilesUrl = (env: Environment): Bucket | undefined => {
  const value = env.FILES_URL?.trim()
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') {
    throw new StartRefusal(`FILES_URL must be a URL as ${example}; a / in the secret is written %2F.`)
  }
  const [name = '', ...folders] = decoded(url.pathname).split('/').slice(1)
  const prefix = folders.filter((folder) => folder !== '')
  if (!/^[\w.-]{3,255}$/.test(name) || !prefix.every((folder) => /^[\w.-]{1,200}$/.test(folder))) {
    throw new StartRefusal(
      `FILES_URL must name a bucket, and may name folders in it, by letters, digits, ".", "-" and "_": ${example}; a / in the secret is written %2F.`,
    )
  }
  const { region, ...others } = Object.fromEntries(url.searchParams)
  if (Object.keys(others).length > 0 || (region !== undefined && !/^[\w-]{1,63}$/.test(region))) {
    throw new StartRefusal('FILES_URL may have ?region= only, as in ?region=eu-west-3.')
  }
  return {
    origin: url.origin,
    name,
    prefix: prefix.map((folder) => `${folder}/`).join(''),
    region,
    ...readKey(env, url),
  }
}

const readKey = (env: Environment, url: URL): Pick<Bucket, 'accessKeyId' | 'secretAccessKey'> => {
  if (url.username !== '' && url.password !== '') {
    return { accessKeyId: decoded(url.username), secretAccessKey: decoded(url.password) }
  }
  const accessKeyId = env.AWS_ACCESS_KEY_ID?.trim()
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY?.trim()
  if (url.username !== '' || url.password !== '' || !accessKeyId || !secretAccessKey) {
    throw new StartRefusal(
      'FILES_URL has no key and secret: write them as KEY:SECRET@ before the host, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  if (env.AWS_SESSION_TOKEN?.trim()) {
    throw new StartRefusal(
      'AWS_SESSION_TOKEN is set: its key ends while the server runs. Give the bucket a key that stays.',
    )
  }
  return { accessKeyId, secretAccessKey }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StartRefusal(
      'FILES_URL has a % that begins no character: a % in the key or secret is written %25.',
    )
  }
}
