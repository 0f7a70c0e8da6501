// A worker thread does not inherit the TypeScript loader of its parent: it registers its own, then becomes the module asked for.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.module)
