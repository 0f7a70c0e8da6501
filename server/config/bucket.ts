/** An S3-compatible bucket, path-style. */
export type Bucket = {
  /** Without path: `https://s3.eu-west-3.amazonaws.com`. */
  origin: string
  name: string
  /** Prefix of object keys: empty, or ending in `/`. */
  prefix: string
  /** Default: from the host, else `us-east-1`. */
  region: string | undefined
  accessKeyId: string
  secretAccessKey: string
}
