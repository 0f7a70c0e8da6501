import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildApp } from './app.ts'
import type { ServerContext } from './db/context.ts'
import { clientSource } from './openapi/client-source.ts'
import { buildDocument } from './openapi/document.ts'

/** Part of the build: writes the TypeScript client of the API into the folder that is named. Routes are registered, nothing starts. */
const [folder = 'dist/client'] = process.argv.slice(2)
const app = await buildApp({ now: () => new Date() } as ServerContext)
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'index.ts'), clientSource(buildDocument(app.describedCalls)))
process.exit()
