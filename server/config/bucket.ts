/** An S3-compatible bucket, addressed by path. */
export type Bucket = {
  /** Without a path: `https://s3.eu-west-3.amazonaws.com`. */
  origin: string
  name: string
  /** What object keys begin with: empty, or ending in `/`. */
  prefix: string
  /** Undefined: as the host says, else `us-east-1`. */
  region: string | undefined
  accessKeyId: string
  secretAccessKey: string
}
